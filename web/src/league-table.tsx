// One table of a league, which scrolls by itself where it is wider than the page.
import type { ReactNode } from "react";
import { Estimate } from "./league-measures.tsx";
import { say } from "./league-words.ts";
import own from "./leagues.module.css";
import { capital } from "./say.ts";
import type * as wire from "./wire.ts";

export function Table({
  first = [],
  head,
  more = [],
  children,
}: {
  /** Names of columns before and after those that words stand for. */
  first?: readonly string[];
  head: readonly Parameters<typeof say>[0][];
  more?: readonly string[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <div className={own.scroll} tabIndex={0}>
      <table className={own.table}>
        <thead>
          <tr>
            {first.map(nameHeading)}
            {head.map((word) => (
              <th key={word} scope="col">
                {say(word)}
              </th>
            ))}
            {more.map(nameHeading)}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const nameHeading = (name: string) => (
  <th key={name} scope="col" translate="no">
    {capital(name)}
  </th>
);

const percent = (share: number): string => `${Math.round(share * 100)} %`;
/** A share of games with its interval. */
export const Share = ({ figure }: { figure: wire.IntervalFigure }) => <Estimate figure={figure} write={percent} />;
