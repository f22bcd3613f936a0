// What models have cost over all runs: by model, by day and by run. Draws the server's sums.
import { useCallback, useEffect, useState } from "react";
import parts from "./parts/parts.module.css";
import { Notice, Title, To, Working } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { money } from "./run/sitting.tsx";
import style from "./settings.module.css";
import { bill as readBill } from "./settings-wire.ts";
import { count, say } from "./settings-words.ts";
import * as wire from "./wire.ts";
import { languageTag, t } from "./words.ts";

/** Of hundreds of runs the dearest are shown. */
const MOST = 50;

export function Costs() {
  const [bill, setBill] = useState<wire.Bill | null>(null);
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const look = useCallback(async () => {
    setProblem(null);
    try {
      const [found, runs] = await Promise.all([readBill(), wire.runs()]);
      setTitles(new Map(runs.map(({ run, name, title }) => [run, name ?? title])));
      setBill(found);
    } catch (error) {
      setProblem(wire.messageOf(error));
    }
  }, []);
  useEffect(() => void look(), [look]);
  return (
    <>
      <Title>{t("costs")}</Title>
      <p className={style.lead}>{say("costsLead")}</p>
      {problem !== null && (
        <Notice kind="bad">
          <Own>{problem}</Own>{" "}
          <button type="button" className={parts.quiet} onClick={look}>
            {say("tryAgain")}
          </button>
        </Notice>
      )}
      {bill === null && problem === null && <Working>{say("counting")}</Working>}
      {bill?.total.calls === 0 && <p className={style.none}>{say("costsNone")}</p>}
      {bill && bill.total.calls > 0 && <Sums bill={bill} titles={titles} />}
    </>
  );
}

function Sums({ bill, titles }: { bill: wire.Bill; titles: ReadonlyMap<string, string> }) {
  const { total, models, days, runs } = bill;
  return (
    <>
      <section className={style.part} aria-label={say("inAll")}>
        <p className={style.sum}>
          <b>{total.unpriced === total.calls ? say("unknown") : money(total.money)}</b>{" "}
          <span>
            {[
              `${say("callsHead")}: ${number(total.calls)}`,
              `${say("tokensIn")}: ${number(total.usage.input)}`,
              `${say("tokensOut")}: ${number(total.usage.output)}`,
            ].join(" · ")}
          </span>
        </p>
        {total.unpriced > 0 && <p className={style.small}>{count("unpriced", total.unpriced)}</p>}
      </section>
      <Lines title={say("byModel")} lines={models} />
      <Lines title={say("byDay")} lines={days.toReversed()} called={({ of }) => dayOf(of)} />
      <Lines
        title={say("byRun")}
        lines={runs.slice(0, MOST)}
        called={({ of }) => (
          <To path={`/runs/${encodeURIComponent(of)}`}>
            <Own>{titles.get(of) ?? of}</Own>
          </To>
        )}
      />
      {runs.length > MOST && <p className={style.small}>{say("firstRuns", { n: MOST, all: runs.length })}</p>}
    </>
  );
}

function Lines({
  title,
  lines,
  called = ({ of }) => <Own>{of}</Own>,
}: {
  title: string;
  lines: readonly wire.BillLine[];
  called?: (line: wire.BillLine) => React.ReactNode;
}) {
  return (
    <section className={style.part} aria-label={title}>
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div className={style.scroll} tabIndex={0}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">{say("what")}</th>
              <th scope="col">{say("callsHead")}</th>
              <th scope="col">{say("tokensIn")}</th>
              <th scope="col">{say("tokensOut")}</th>
              <th scope="col">{say("money")}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.of}>
                <th scope="row">{called(line)}</th>
                <td>{number(line.calls)}</td>
                <td>
                  {number(line.usage.input)}
                  {line.usage.cached > 0 && <small>{say("ofThemCached", { n: number(line.usage.cached) })}</small>}
                </td>
                <td>{number(line.usage.output)}</td>
                <td>{line.unpriced === line.calls ? say("unknown") : money(line.money)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const number = (value: number): string => value.toLocaleString(languageTag());
/** Days are those of universal time, as the server counts them. */
const dayOf = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(languageTag(), { dateStyle: "medium", timeZone: "UTC" });
