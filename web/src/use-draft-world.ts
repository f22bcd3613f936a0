// A world that is being written: its text kept in this browser, judged while one writes, tried, and begun. Draws nothing.
import { useEffect, useState } from "react";
import { goTo } from "./address.ts";
import { keep, readKept } from "./kept.ts";
import * as wire from "./wire.ts";
import { t } from "./words.ts";

/** After so long a pause in typing the text is judged. */
const PAUSE_MS = 300;
const KEPT = "draft";
/** Acts that the server may try to win it with: some seconds. */
const TRIES = 4_000;

type Checked = wire.CheckedWorld;
type Good = Extract<Checked, { ok: true }>;
type Wrong = Extract<Checked, { ok: false }>;
export interface DraftWorld {
  /** Null until it is there. */
  readonly text: string | null;
  /** What it began from. */
  readonly original: string | null;
  /** Worlds whose texts one can begin from. */
  readonly texts: readonly wire.WorldCard[];
  /** What the rules say of the text, as it was a moment ago. */
  readonly result: Checked | null;
  readonly problems: Wrong["problems"];
  readonly warnings: Good["warnings"];
  /** It holds together just as it stands here. */
  readonly playable: boolean;
  readonly starting: boolean;
  /** Whether it can be won: being tried, found out, or not asked for (null). */
  readonly attempt: "trying" | Good | null;
  /** What could not be done. */
  readonly problem: string | null;
  write(next: string): void;
  play(): Promise<void>;
  tryToWin(): Promise<void>;
}

export function useDraftWorld(from: string | null, onProblem: (error: unknown) => void): DraftWorld {
  const kept = from === null ? KEPT : `${KEPT} ${from}`;
  const [starting, setStarting] = useState(false);
  const [tried, setTried] = useState<{ text: string; result: Checked | null } | null>(null);
  const [original, setOriginal] = useState<string | null>(null);
  const [texts, setTexts] = useState<readonly wire.WorldCard[]>([]);
  const [text, setText] = useState<string | null>(null);
  const [checked, setChecked] = useState<{ text: string; result: wire.CheckedWorld } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  // A draft of this browser comes before the text it began from: nothing that was typed is lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: who hears of problems does not change what is written
  useEffect(() => {
    document.title = t("titleOf", { page: t("writeTitle") });
    const draft = readKept(kept);
    if (draft !== null) setText(draft);
    const begin = async () => {
      const all = (await wire.worlds()).filter(({ written }) => written);
      setTexts(all);
      const got = await wire.worldText(from ?? all[0]?.plays ?? "");
      setOriginal(got.text);
      if (draft === null) setText(got.text);
    };
    begin().catch((error) => {
      onProblem(error);
      setProblem(wire.messageOf(error));
    });
  }, [from]);
  const write = (next: string) => {
    setText(next);
    keep(kept, next);
  };
  useEffect(() => {
    if (text === null) return;
    let stale = false;
    const timer = setTimeout(() => {
      wire.checkWorld(text).then(
        (result) => {
          if (stale) return;
          setChecked({ text, result });
          setProblem(null);
        },
        (error) => !stale && setProblem(wire.messageOf(error)),
      );
    }, PAUSE_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [text]);

  const result = checked?.result ?? null;
  const play = async () => {
    if (!result?.ok || starting) return;
    setStarting(true);
    setProblem(null);
    try {
      goTo((await wire.startRun(result.plays, { config: result.config })).id);
    } catch (error) {
      setProblem(wire.messageOf(error));
      setStarting(false);
    }
  };
  const tryToWin = async () => {
    if (text === null) return;
    setTried({ text, result: null });
    setProblem(null);
    try {
      const found = await wire.checkWorld(text, TRIES);
      setTried({ text, result: found });
    } catch (error) {
      setProblem(wire.messageOf(error));
      setTried(null);
    }
  };
  const attempt = tried && tried.text === text ? tried : null;
  const won = attempt?.result?.ok ? attempt.result : null;
  return {
    text,
    original,
    texts,
    result,
    problems: result && !result.ok ? result.problems : [],
    warnings: won?.warnings ?? (result?.ok ? result.warnings : []),
    playable: result?.ok === true && checked?.text === text,
    starting,
    attempt: attempt && !attempt.result ? "trying" : won,
    problem,
    write,
    play,
    tryToWin,
  };
}
