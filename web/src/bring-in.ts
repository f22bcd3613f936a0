// Brings a folder of another simulator in: sent as one archive, with how far the sending and then the reading are.
import { type PathFile, writeTar } from "./tar.ts";
import { Problem } from "./wire.ts";
import { t } from "./words.ts";

export interface BroughtIn {
  readonly run: string;
  readonly turns: number;
  readonly existed: boolean;
  readonly unread: readonly { readonly file: string; readonly line: number | null; readonly why: string }[];
}
/** `share`: 0 to 1; null while it is not known. */
export interface Progress {
  readonly step: "sending" | "reading";
  readonly share: number | null;
  readonly rounds: number;
}
interface ImportReport {
  readonly progress?: { readonly bytes: number; readonly total: number; readonly rounds: number };
  readonly problem?: { readonly status: number; readonly code: string; readonly detail: string };
}

/** Rejects with a `Problem` that says why the folder was not taken in. */
export function bringIn(files: readonly PathFile[], onProgress: (progress: Progress) => void): Promise<BroughtIn> {
  return new Promise((resolve, reject) => {
    // The one way in which a page learns how much of a body has been sent.
    const request = new XMLHttpRequest();
    const rejectUnreachable = () => reject(new Problem(0, "unreachable", t("unreachable")));
    request.open("POST", "/api/import/folder");
    request.setRequestHeader("content-type", "application/x-tar");
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ step: "sending", share: total > 0 ? loaded / total : null, rounds: 0 });
    request.onprogress = () => {
      const last = linesOf(request.responseText).at(-1)?.progress;
      if (request.status === 200 && last)
        onProgress({ step: "reading", share: last.total > 0 ? last.bytes / last.total : null, rounds: last.rounds });
    };
    request.onerror = rejectUnreachable;
    request.onabort = rejectUnreachable;
    request.onload = () => {
      const last = linesOf(request.responseText).at(-1);
      const problem = request.status === 200 ? last?.problem : (last as ImportReport["problem"]);
      if (problem) reject(new Problem(problem.status, problem.code, problem.detail));
      else if (last && "run" in last) resolve(last as unknown as BroughtIn);
      else rejectUnreachable();
    };
    request.send(writeTar(files));
  });
}

/** Whole lines alone: the last may still be on its way. */
const linesOf = (text: string): readonly ImportReport[] =>
  text
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as ImportReport];
      } catch {
        return [];
      }
    });
