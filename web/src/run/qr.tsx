// A link as a QR code, drawn in the page: dark on light in both themes, since cameras expect that. Loaded where one is shown.

import encodeQr from "qr";
import { useMemo } from "react";
import style from "./lobby.module.css";

/** Light around the code, in modules: less is not found by every camera. */
const QUIET = 4;
/** Side of the three squares that a camera looks for, in modules. */
const EYE = 7;

export function Qr({ text, label }: { text: string; label: string }) {
  const { size, rows, eyes } = useMemo(() => drawingOf(text), [text]);
  return (
    <svg viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`} className={style.qr} role="img">
      <title>{label}</title>
      <path d={rows} />
      {eyes.map(([x, y]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <rect x="0.5" y="0.5" width="6" height="6" rx="1.6" fill="none" strokeWidth="1" />
          <rect x="2" y="2" width="3" height="3" rx="0.9" stroke="none" />
        </g>
      ))}
    </svg>
  );
}

/** Runs of dark modules as lines with round ends, and where the three eyes stand. */
function drawingOf(text: string) {
  // The encoder puts at least one light module around the code; the drawing has its own margin.
  const framed = encodeQr(text, "raw", { ecc: "medium", border: 1 });
  const cells = framed.slice(1, -1).map((row) => row.slice(1, -1));
  const size = cells.length;
  const far = size - EYE;
  const eyes = [
    [0, 0],
    [far, 0],
    [0, far],
  ] as const;
  const isEye = (x: number, y: number) =>
    eyes.some(([left, top]) => x >= left && x < left + EYE && y >= top && y < top + EYE);
  const isDark = (x: number, y: number) => cells[y]?.[x] === true && !isEye(x, y);
  let rows = "";
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y) || isDark(x - 1, y)) continue;
      let end = x;
      while (isDark(end + 1, y)) end++;
      rows += `M${x + 0.5} ${y + 0.5}H${end + 0.5}`;
    }
  return { size, rows, eyes };
}
