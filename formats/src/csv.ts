// Comma-separated values as RFC 4180 has them: quotes, doubled quotes, line breaks inside quotes, LF or CRLF. Knows no columns.

interface CsvRow {
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The text ended inside quotes. */
  readonly open: boolean;
}

/** Rows of a text; empty lines are no rows. */
export function readCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const began = line;
    const cells: string[] = [];
    let open = false;
    for (;;) {
      let cell = "";
      if (text[at] === '"') {
        at++;
        for (;;) {
          const end = text.indexOf('"', at);
          const piece = end < 0 ? text.slice(at) : text.slice(at, end);
          cell += piece;
          line += countBreaks(piece);
          if (end < 0) {
            at = text.length;
            open = true;
            break;
          }
          at = end + 1;
          if (text[at] !== '"') break;
          cell += '"';
          at++;
        }
      }
      const stop = nextOf(text, at);
      cell += text.slice(at, stop).replace(/\r$/, "");
      cells.push(cell);
      at = stop + 1;
      if (text[stop] !== ",") break;
    }
    line++;
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: began, cells, open });
  }
  return rows;
}

/** Where the cell that is being read ends: at a comma, a line feed, or the end. */
function nextOf(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === "," || text[at] === "\n") return at;
  return text.length;
}

const countBreaks = (text: string): number => text.split("\n").length - 1;
