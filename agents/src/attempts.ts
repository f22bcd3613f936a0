// Refused answers of a model as a turn keeps them: the beginning of what was said, since the recording has all of it, and what was wrong.
import type { Attempt } from "@orrery/kernel";
import type { Bill } from "@orrery/models/pure";

const TEXT_KEPT = 500;

export const attemptsOf = (attempts: Bill["attempts"]): readonly Attempt[] =>
  attempts.map(({ outcome: { text }, problems }) => ({
    actions: text.length <= TEXT_KEPT ? text : `${text.slice(0, TEXT_KEPT)}…`.toWellFormed(),
    problems: problems.map(({ path, code, message }) => ({
      actionIndex: 0,
      success: false,
      reason: code,
      message: path === "" ? message : `${path}: ${message}`,
    })),
  }));
