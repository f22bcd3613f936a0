// How tic-tac-toe looks on the page.
import style from "../home.module.css";
import type { WorldLook } from "./look.ts";

export const tictactoe: WorldLook = {
  palettes: {
    tictactoe: {
      ground: ["#f4f6f1", "#16241f"],
      sheet: ["#fefffb", "#1d2f28"],
      sunken: ["#e5eae0", "#101b17"],
      ink: ["#1c2a24", "#eef3e9"],
      soft: ["#53645b", "#a7bbb0"],
      rule: ["#cfd9cf", "#2c443a"],
      edge: ["#71877b", "#6a8578"],
      accent: ["#7c5209", "#ffd98a"],
      onAccent: ["#ffffff", "#241a05"],
      wash: ["#f3e8c8", "#37371f"],
    },
  },
  emblems: {
    tictactoe: (
      <>
        <path d="M39 8v44M57 8v44M26 21h44M26 39h44" opacity=".6" />
        <path d="M43 25l10 10M53 25l-10 10" strokeWidth="2.4" />
        <circle cx="65" cy="13" r="4.6" strokeWidth="2.4" className={style.blue} />
        <path d="M27 42l9 9M36 42l-9 9" strokeWidth="2.4" />
      </>
    ),
  },
  Thumb: ({ glance }) => <MiniBoard cells={(glance as { readonly cells: readonly (string | null)[] }).cells} />,
  stage: async () => (await import("../stage/tictactoe.tsx")).stage,
};

function MiniBoard({ cells }: { cells: readonly (string | null)[] }) {
  return (
    <span className={style.scene}>
      <svg viewBox="0 0 60 60" className={style.mini} fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M21 4v52M39 4v52M4 21h52M4 39h52" opacity=".55" strokeWidth="1.4" />
        {cells.map((mark, i) => {
          const x = (i % 3) * 18 + 12;
          const y = Math.floor(i / 3) * 18 + 12;
          return mark === "x" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            <path key={i} d={`M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`} strokeWidth="2.4" />
          ) : mark === "o" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            <circle key={i} cx={x} cy={y} r="5.4" strokeWidth="2.4" className={style.blue} />
          ) : null;
        })}
      </svg>
    </span>
  );
}
