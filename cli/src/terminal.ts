// A person at a terminal: lines with a history, prose no wider than the window, and a way out that loses nothing.
import { clearLine, createInterface, cursorTo } from "node:readline";

/** Lines longer than this are hard to read, however wide the window is. */
const WIDE_MAX = 88;

/** Text broken between words so that no line is longer than `width`; its own lines stay, and their indentation. */
export function wrapText(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => wrapLine(line, width))
    .join("\n");
}

function wrapLine(line: string, width: number): string {
  if (line.length <= width) return line;
  const [indent] = /^ */.exec(line)!;
  const lines: string[] = [];
  let now = indent;
  for (const word of line.slice(indent.length).split(" ")) {
    if (now.trim() !== "" && now.length + 1 + word.length > width) {
      lines.push(now);
      now = indent + word;
    } else now += now.trim() === "" ? word : ` ${word}`;
  }
  return [...lines, now].join("\n");
}

/** The width prose is written in; none where nobody reads it from a window. */
export const proseWidth = (): number =>
  process.stdout.isTTY ? Math.min(process.stdout.columns || WIDE_MAX, WIDE_MAX) : Number.POSITIVE_INFINITY;

export interface Lines extends AsyncIterable<string> {
  /** Asks for the next line. */
  prompt(): void;
  /** Whether somebody is being asked for a line. */
  isAsking(): boolean;
  /** Replaces the prompt and keeps the typed text. */
  prompting(prompt: string): void;
  /** Prints something above the line that is being typed. */
  aside(print: () => void): void;
  close(): void;
}

/** What somebody types, with a prompt and earlier lines on the arrow keys. Ctrl-C ends it as Ctrl-D does, unless something is under way that it stops. */
export function typedLines(): Lines {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: "> ", terminal: true });
  lines.on("SIGINT", () => {
    if (process.listenerCount("SIGINT") > 0) process.emit("SIGINT");
    else lines.close();
  });
  // What follows begins on a line of its own.
  lines.on("close", () => process.stdout.write("\n"));
  let isAsking = false;
  let isOpen = true;
  let now = "> ";
  lines.on("line", () => {
    isAsking = false;
  });
  lines.on("close", () => {
    isOpen = false;
  });
  return {
    prompt() {
      if (!isOpen) return;
      isAsking = true;
      lines.prompt();
    },
    isAsking: () => isAsking && isOpen,
    prompting(prompt) {
      if (prompt === now) return;
      now = prompt;
      lines.setPrompt(prompt);
      if (isAsking && isOpen) lines.prompt(true);
    },
    aside(print) {
      if (!isAsking || !isOpen) return print();
      cursorTo(process.stdout, 0);
      clearLine(process.stdout, 0);
      print();
      lines.prompt(true);
    },
    close: () => lines.close(),
    [Symbol.asyncIterator]: () => lines[Symbol.asyncIterator](),
  };
}
