// Every world, and what there is to read about one before playing it: what can be done and said, and why it may be refused.
import { useEffect, useState } from "react";
import { goWrite, worldsPath } from "./address.ts";
import { Emblem } from "./emblem.tsx";
import style from "./home.module.css";
import parts from "./parts/parts.module.css";
import { Masthead, Notice, Title, To, Working } from "./parts/parts.tsx";
import { Prose } from "./parts/prose.tsx";
import { Own } from "./parts/rich.tsx";
import { capital, plainWord } from "./say.ts";
import { begin, StartAsk } from "./start.tsx";
import * as wire from "./wire.ts";
import { n, t } from "./words.ts";

export function Worlds({ chosen, onProblem }: { chosen: string | null; onProblem: (error: unknown) => void }) {
  const [cards, setCards] = useState<readonly wire.WorldCard[] | null>(null);
  const [rules, setRules] = useState<wire.WorldRules | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [starting, setStarting] = useState<string | null>(null);
  const [asking, setAsking] = useState<wire.WorldRules | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who hears of problems does not change what is read
  useEffect(() => {
    let stale = false;
    setProblem(null);
    setRules(null);
    const showFailure = (error: unknown) => {
      if (stale) return;
      onProblem(error);
      setProblem(wire.messageOf(error));
    };
    wire.worlds().then((got) => !stale && setCards(got), showFailure);
    if (chosen !== null) wire.worldRules(chosen).then((got) => !stale && setRules(got), showFailure);
    return () => {
      stale = true;
    };
  }, [chosen]);
  const title = rules?.title ?? t("worldsPage");
  useEffect(() => {
    document.title = t("titleOf", { page: title });
  }, [title]);
  const start = async (world: string) => {
    if (starting !== null) return;
    setStarting(world);
    try {
      setAsking(await begin(world));
    } catch (error) {
      setProblem(wire.messageOf(error));
    } finally {
      setStarting(null);
    }
  };
  return (
    <div className={style.page}>
      <Masthead here={worldsPath()} />
      <main className={style.main}>
        {problem && (
          <Notice kind="bad">
            <Own>{problem}</Own>
          </Notice>
        )}
        {chosen === null ? (
          <section className={style.head}>
            <Title>{t("worldsPage")}</Title>
            <p>{t("worldsText")}</p>
          </section>
        ) : rules ? (
          <Rules
            rules={rules}
            busy={starting !== null}
            start={() => start(rules.name)}
            choose={() => setAsking(rules)}
          />
        ) : (
          !problem && <Working>{t("readingRules")}</Working>
        )}
        {chosen === null && !cards && !problem && <Working>{t("lookingAround")}</Working>}
        {cards && (
          <section
            aria-labelledby={chosen === null ? undefined : "others"}
            aria-label={chosen === null ? t("worldsPage") : undefined}
          >
            {chosen !== null && <h2 id="others">{t("otherWorlds")}</h2>}
            <ul className={style.worlds}>
              {cards
                .filter(({ name }) => name !== chosen)
                .map(({ name, title: called, summary }) => (
                  <li key={name} className={style.world}>
                    <Emblem world={name} />
                    <h3>
                      <To path={worldsPath(name)} translate="no">
                        {called}
                      </To>
                    </h3>
                    <p translate="no">{summary}</p>
                    <button
                      type="button"
                      className={parts.button}
                      aria-disabled={starting !== null}
                      onClick={() => start(name)}
                    >
                      {starting === name ? t("starting") : t("start")}
                      <span className="unseen" translate="no">
                        {" "}
                        {called}
                      </span>
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        )}
      </main>
      {asking && <StartAsk rules={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

function Rules({
  rules,
  busy,
  start,
  choose,
}: {
  rules: wire.WorldRules;
  busy: boolean;
  start: () => void;
  /** Asks how it is to be played, also where it could begin at once. */
  choose: () => void;
}) {
  const { name, title, summary, players, actions, reasons, god, bots, version } = rules;
  return (
    <article className={style.rules}>
      <header className={style.rulesHead}>
        <Emblem world={name} />
        <div>
          <Title translate="no">{title}</Title>
          <p translate="no">{summary}</p>
          <div className={parts.row}>
            <button type="button" className={parts.primary} aria-disabled={busy} onClick={start}>
              {busy ? t("starting") : t("start")}
            </button>
            {players.length < 2 && (
              <button type="button" className={parts.button} onClick={choose}>
                {t("startChoose")}
              </button>
            )}
            {rules.written && (
              <button type="button" className={parts.button} onClick={() => goWrite(name)}>
                {t("editWorld")}
              </button>
            )}
          </div>
          <p className={style.facts}>
            {n("players", players.length, { list: players.map((one) => capital(one.name)).join(", ") })}
            {bots.length > 0 && <> · {t("botsAre", { list: bots.join(", ") })}</>} · {t("versionIs", { version })}
          </p>
        </div>
      </header>
      {rules.rules !== null && (
        <section aria-labelledby="rules">
          <h2 id="rules">{t("rulesOfGame")}</h2>
          <Prose text={rules.rules} />
        </section>
      )}
      <section aria-labelledby="actions">
        <h2 id="actions">{t("whatCanBeDone")}</h2>
        <dl className={style.actions}>
          {actions.map(({ type, phrases, schema }) => (
            <div key={type}>
              <dt translate="no">{capital(plainWord(type))}</dt>
              <dd>
                {phrases.length > 0 ? (
                  <ul aria-label={t("waysToSay")}>
                    {phrases.map((phrase) => (
                      <li key={phrase} translate="no">
                        {phraseInWords(phrase)}
                      </li>
                    ))}
                  </ul>
                ) : (
                  <span className={style.soft}>{t("byButton")}</span>
                )}
                <details>
                  <summary>{t("contract")}</summary>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
                  <pre translate="no" tabIndex={0}>
                    {JSON.stringify(schema, null, 2)}
                  </pre>
                </details>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="reasons">
        <h2 id="reasons">{t("whyRefused")}</h2>
        <p className={style.soft}>{t("whyRefusedText")}</p>
        <ul className={style.reasons} translate="no">
          {reasons.map((reason) => (
            <li key={reason}>{capital(plainWord(reason))}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="gods">
        <h2 id="gods">{t("whatGodsDo")}</h2>
        <p className={style.soft}>{t("godText")}</p>
        <ul className={style.reasons} translate="no">
          {["amend", ...god.map(({ type }) => type)].map((type) => (
            <li key={type}>{capital(plainWord(type))}</li>
          ))}
        </ul>
      </section>
    </article>
  );
}

/** A pattern as one would say it: the first of its alternatives, with a word for each slot. */
const phraseInWords = (pattern: string): string =>
  pattern
    .replaceAll(/\{(?:metadata\.)?(\w+?)(?:Id)?\}/g, (_, slot: string) => SLOTS[slot] ?? `[${plainWord(slot)}]`)
    .replaceAll(/\(([^()]*)\) ?/g, "")
    .split(" ")
    .map((word) => (word.startsWith("[") ? word : plainest(word.split("|"))))
    .join(" ")
    .trim();
const SLOTS: Readonly<Record<string, string>> = { target: "[thing]", location: "[place]" };
/** Single letters are for those who know them, but for the one who speaks. */
const plainest = (words: readonly string[]): string =>
  words.includes("i") && words.includes("we") ? "I" : (words.find((word) => word.length > 1) ?? words[0]!);
