// What agents learned from game to game: read, saved as a file, forgotten. Reads lessons as any world may keep them.
import { useEffect, useState } from "react";
import parts from "./parts/parts.module.css";
import { Ask, Notice, Title, Working } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { save } from "./parts/save-file.ts";
import { ago, plainWord } from "./say.ts";
import style from "./settings.module.css";
import * as settings from "./settings-wire.ts";
import { count, say } from "./settings-words.ts";
import * as wire from "./wire.ts";

export function Lessons() {
  const [cards, setCards] = useState<readonly wire.LearnedCard[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  useEffect(() => {
    settings.learnedCards().then(setCards, (error) => setProblem(wire.messageOf(error)));
  }, []);
  return (
    <>
      <Title>{say("lessons")}</Title>
      <p className={style.lead}>{say("lessonsLead")}</p>
      {problem !== null && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      {cards === null && problem === null && <Working>{say("reading")}</Working>}
      <div role="status">{done !== null && <Notice kind="good">{done}</Notice>}</div>
      {cards?.length === 0 && <p className={style.none}>{say("lessonsNone")}</p>}
      {cards && cards.length > 0 && (
        <ul className={style.cards}>
          {cards.map((card) => (
            <One
              key={`${card.world}\n${card.agent}`}
              card={card}
              forgotten={(left) => {
                setCards(left);
                setDone(say("forgotten", { name: card.agent }));
              }}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function One({ card, forgotten }: { card: wire.LearnedCard; forgotten: (left: readonly wire.LearnedCard[]) => void }) {
  const { agent: name, world, versions } = card;
  const { version, at, from } = versions.at(-1)!;
  const [file, setFile] = useState<wire.LearnedFile | "asked" | null>(null);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown) => setProblem(wire.messageOf(error));
  const read = () => {
    if (file !== null) return setFile(null);
    setFile("asked");
    settings.learnedFile(card).then(setFile, (error) => {
      setFile(null);
      fail(error);
    });
  };
  const save = () => settings.learnedFile(card).then(saveFile, fail);
  const forget = () => {
    setAsking(false);
    settings.forgetLearned(card).then(forgotten, fail);
  };
  return (
    <li className={style.card}>
      <div className={style.about}>
        <b translate="no">{name}</b> <Own>{world}</Own>
        <small>
          {[
            say("version", { n: version, when: ago(at) }),
            "run" in from
              ? say("fromRun")
              : "league" in from
                ? say("fromLeague")
                : say("fromFile", { agent: from.file.agent }),
          ].join(" · ")}
        </small>
      </div>
      <div className={parts.row}>
        <button
          type="button"
          className={parts.button}
          aria-expanded={file !== null}
          aria-label={say("readOf", { name, world })}
          onClick={read}
        >
          {say("read")}
        </button>
        <button
          type="button"
          className={parts.quiet}
          aria-label={say("forgetOf", { name, world })}
          onClick={() => setAsking(true)}
        >
          {say("forget")}
        </button>
      </div>
      {file === "asked" && <Working>{say("reading")}</Working>}
      {file !== null && file !== "asked" && <Words learned={file.learned} />}
      {problem !== null && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      {asking && (
        <Ask title={say("forgetAsk", { name })} onClose={() => setAsking(false)}>
          <p>{say("forgetText")}</p>
          <div className={`${parts.row} ${parts.end}`}>
            <button type="button" className={parts.quiet} onClick={save}>
              {say("save")}
            </button>
            <button type="button" className={parts.button} onClick={() => setAsking(false)}>
              {say("keep")}
            </button>
            <button type="button" className={parts.primary} onClick={forget}>
              {say("forgetDo")}
            </button>
          </div>
        </Ask>
      )}
    </li>
  );
}

interface Lesson {
  readonly about?: unknown;
  readonly text: string;
}
/** Lessons by what they are about; what a world keeps otherwise is shown as it is. */
function Words({ learned }: { learned: unknown }) {
  const { games, lessons } = (learned ?? {}) as { games?: unknown; lessons?: unknown };
  const known = Array.isArray(lessons) && lessons.every((one) => typeof one?.text === "string");
  if (!known)
    return (
      <pre className={style.raw} translate="no">
        {JSON.stringify(learned, null, 2)}
      </pre>
    );
  const groups = Map.groupBy(lessons as readonly Lesson[], ({ about }) => String(about ?? ""));
  return (
    <div className={style.words}>
      {typeof games === "number" && <p className={style.small}>{count("games", games)}</p>}
      {lessons.length === 0 && <p>{say("noLessons")}</p>}
      {[...groups].map(([about, ones]) => (
        <section key={about}>
          {about !== "" && (
            <h3>
              <Own>{plainWord(about)}</Own>
            </h3>
          )}
          <ul>
            {ones.map(({ text }) => (
              <li key={text}>
                <Own>{text}</Own>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** As `orrery learned import` takes it. */
function saveFile(file: wire.LearnedFile): void {
  const name = `${file.world}-${file.agent.replaceAll(/[^A-Za-z0-9._-]+/g, "-")}-learned.json`;
  save(name, new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" }));
}
