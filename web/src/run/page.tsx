// A run: its story, what is around, its turns. Shows what the server says and asks it for every change.
import { useCallback, useEffect, useMemo, useState } from "react";
import { goTo, type Place } from "../address.ts";
import parts from "../parts/parts.module.css";
import { Brand, Notice, Working } from "../parts/parts.tsx";
import { actionInWords, namesIn, outcomeInWords } from "../say.ts";
import { stageOf } from "../stage/stage.ts";
import * as wire from "../wire.ts";
import { Composer } from "./composer.tsx";
import { BranchAsk, CompareAsk, InviteAsk, RollbackAsk } from "./dialogs.tsx";
import style from "./page.module.css";
import { Story } from "./story.tsx";
import { Timeline } from "./timeline.tsx";
import { ALL_EYES, type Run, useRun } from "./use-run.ts";

type Pane = "story" | "stage" | "turns";
type Asking = "rollback" | "branch" | "compare" | "invite";
const same = (text: string): string => text;

export function RunPage({ run, place, onProblem }: { run: string; place: Place; onProblem: (error: unknown) => void }) {
  const live = useRun(run, place, onProblem);
  const { lines, moment, busy } = live;
  const [pane, setPane] = useState<Pane>("story");
  const [asking, setAsking] = useState<Asking | null>(null);
  const [checked, setChecked] = useState<wire.Verified | null>(null);
  const names = useMemo(
    () => (moment ? namesIn(moment.base.actors, moment.stage.view, moment.base.view) : new Map<string, string>()),
    [moment],
  );
  const title = useTitle(run, moment?.base);
  const choices = live.lines.at(-1)?.choices ?? NO_CHOICES;
  const move = useCallback(
    (next: Partial<Place>, how: "push" | "replace" = "replace") => goTo(run, { ...place, ...next }, how),
    [run, place],
  );
  const say = useCallback(
    async (answer: Parameters<Run["say"]>[0]) => {
      setPane("story");
      return live.say(answer);
    },
    [live.say],
  );

  if (live.broken) return <Broken error={live.broken} />;
  if (!moment) {
    return (
      <div className={style.page}>
        <header className={style.top}>
          <Brand />
        </header>
        <main className={style.alone}>
          {live.problem ? <Notice kind="bad">{live.problem}</Notice> : <Working>Opening the run…</Working>}
        </main>
      </div>
    );
  }

  const { base, stage, told } = moment;
  const seat = base.seat === true;
  const head = lines.at(-1)!.turn;
  const past = !seat && place.at !== null && place.at < head ? place.at : null;
  const kind = stageOf(base.world);
  const outcome = outcomeInWords(base.outcome, names);
  const over = base.outcome !== null;
  const act = past === null && !over && busy === null ? (action: wire.Action) => void say({ actions: [action] }) : null;
  const shown = (told ?? lines).filter(({ turn }) => told !== null || past === null || turn <= past);
  const lookAt = (turn: number | null) => move({ at: turn === head ? null : turn });
  const inWords = kind.inWords ?? ((action: wire.Action) => actionInWords(action, names));
  const speakers = new Set(lines.flatMap((line) => ("actor" in line && line.actor !== null ? [line.actor] : [])));
  const Stage = kind.Stage;
  const theStage = (
    <section className={style.stage} aria-label={kind.title}>
      <Stage view={stage.view} legal={stage.legal} names={names} act={act} />
    </section>
  );

  return (
    <div className={style.page} data-pane={pane} data-place={kind.place} data-past={past !== null}>
      <header className={style.top}>
        <Brand />
        <div className={style.title}>
          <h1>{title}</h1>
          <Connection state={live.connection} />
        </div>
        {!seat && <Eyes place={place} actors={base.actors} choose={(eyes) => move({ eyes })} />}
        {!seat && <Branches live={live} place={place} move={move} />}
        {seat && <SeatSign run={run} actor={base.actors[0]?.name ?? base.as ?? ""} work={live.work} />}
      </header>
      <nav className={style.panes} aria-label="Parts of the page">
        {(kind.place === "beside" ? (["story", "stage", "turns"] as const) : (["story", "turns"] as const))
          .filter((one) => one !== "turns" || !seat)
          .map((one) => (
            <button key={one} type="button" aria-pressed={pane === one} onClick={() => setPane(one)}>
              {one === "story"
                ? kind.place === "wide"
                  ? kind.title
                  : "Story"
                : one === "stage"
                  ? kind.title
                  : "Turns"}
            </button>
          ))}
      </nav>
      <main className={style.columns}>
        <div className={style.main}>
          {kind.place === "wide" && theStage}
          <Story
            lines={shown}
            names={names}
            inWords={inWords}
            boxed={kind.place === "wide"}
            speakers={speakers.size > 1}
            tidy={kind.tidy ?? same}
            lookAt={seat || told ? null : lookAt}
          />
          <div className={style.foot}>
            {live.problem && <Notice kind="bad">{live.problem}</Notice>}
            {live.note && <Notice kind="plain">{live.note}</Notice>}
            {past !== null ? (
              <PastBar turn={past} head={head} now={() => lookAt(null)} ask={setAsking} />
            ) : over ? (
              <Notice kind="good">
                <b>{outcome ?? "It is over"}.</b>{" "}
                {seat ? "" : "Go back to any turn to try it another way: nothing that happened is lost."}
              </Notice>
            ) : (
              <Composer
                hint={kind.hint}
                busy={busy}
                said={lines.flatMap(({ rawText }) => (rawText === "" ? [] : [rawText]))}
                choices={choices}
                say={(text) => say({ text })}
                focused={kind.place === "beside"}
              />
            )}
          </div>
        </div>
        <div className={style.aside}>
          {kind.place === "beside" && theStage}
          {!seat && (
            <section className={style.turns} aria-label="Turns">
              <h2>Turns</h2>
              <Timeline
                lines={lines}
                names={names}
                inWords={inWords}
                at={past}
                outcome={base.outcome}
                lookAt={lookAt}
              />
              <div className={style.tools}>
                <button type="button" className={parts.button} onClick={() => setAsking("branch")}>
                  Branch from {past === null ? "now" : `turn ${past}`}…
                </button>
                <button type="button" className={parts.button} onClick={() => setAsking("compare")}>
                  Compare…
                </button>
                <button type="button" className={parts.button} onClick={() => setAsking("invite")}>
                  Invite…
                </button>
                <button
                  type="button"
                  className={parts.button}
                  disabled={busy !== null}
                  onClick={async () => setChecked(await live.work("Checking every hash…", () => wire.verify(run)))}
                >
                  Verify
                </button>
                <a className={parts.button} href={wire.exportLink(run)} download>
                  Export
                </a>
              </div>
              <div aria-live="polite">{checked && <Checked result={checked} />}</div>
            </section>
          )}
        </div>
      </main>
      {asking === "rollback" && past !== null && (
        <RollbackAsk
          run={run}
          branch={place.branch}
          to={past}
          head={head}
          onClose={() => setAsking(null)}
          rollback={async () => {
            setAsking(null);
            const done = await live.work("Going back…", () => wire.rollback(run, past, place.branch));
            if (!done) return;
            await live.reload();
            move({ at: null });
          }}
        />
      )}
      {asking === "branch" && (
        <BranchAsk
          run={run}
          at={past ?? head}
          taken={live.branches.map(({ name }) => name)}
          onClose={() => setAsking(null)}
          create={async (name, dice) => {
            setAsking(null);
            const done = await live.work("Branching…", () =>
              wire.createBranch(run, { name, at: past ?? head, dice, from: place.branch }),
            );
            if (done) move({ branch: done.branch, at: null }, "push");
          }}
        />
      )}
      {asking === "compare" && (
        <CompareAsk
          quiet={kind.quiet ?? []}
          run={run}
          branches={live.branches}
          here={place.branch}
          names={names}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === "invite" && <InviteAsk run={run} actors={base.actors} onClose={() => setAsking(null)} />}
    </div>
  );
}

function PastBar({
  turn,
  head,
  now,
  ask,
}: {
  turn: number;
  head: number;
  now: () => void;
  ask: (what: Asking) => void;
}) {
  return (
    <section className={style.past} aria-label="Looking back" role="status">
      <p>
        You are looking at turn <b>{turn}</b> of {head}. Nothing has changed yet.
      </p>
      <div className={parts.row}>
        <button type="button" className={parts.primary} onClick={now}>
          Return to now
        </button>
        <button type="button" className={parts.button} onClick={() => ask("branch")}>
          Branch from here…
        </button>
        <button type="button" className={parts.button} onClick={() => ask("rollback")}>
          Back to here…
        </button>
      </div>
    </section>
  );
}

function Eyes({
  place,
  actors,
  choose,
}: {
  place: Place;
  actors: readonly { readonly id: string; readonly name: string }[];
  choose: (eyes: string | null) => void;
}) {
  return (
    <label className={style.pick}>
      <span>See as</span>
      <select
        className={parts.select}
        value={place.eyes ?? ""}
        onChange={(event) => choose(event.target.value === "" ? null : event.target.value)}
      >
        <option value="">{actors.length === 1 ? (actors[0]?.name ?? "the player") : "whoever’s turn it is"}</option>
        {actors.length > 1 &&
          actors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        <option value={ALL_EYES}>everything there is</option>
      </select>
    </label>
  );
}

function Branches({ live, place, move }: { live: Run; place: Place; move: (to: Partial<Place>, how: "push") => void }) {
  return (
    <label className={style.pick}>
      <span>Branch</span>
      <select
        className={parts.select}
        value={place.branch}
        onChange={(event) => move({ branch: event.target.value, at: null }, "push")}
      >
        {live.branches.map(({ name, parent }) => (
          <option key={name} value={name}>
            {name}
            {parent && ` (from ${parent.branch}, turn ${parent.turn})`}
          </option>
        ))}
      </select>
    </label>
  );
}

function SeatSign({ run, actor, work }: { run: string; actor: string; work: Run["work"] }) {
  return (
    <p className={style.seat}>
      You play <b>{actor}</b>
      <button
        type="button"
        className={parts.quiet}
        onClick={async () => {
          if (await work("Leaving…", () => wire.leaveSeat(run))) goTo(null);
        }}
      >
        Leave this seat
      </button>
    </p>
  );
}

function Connection({ state }: { state: Run["connection"] }) {
  if (state === null || state === "live")
    return (
      <span className="unseen" role="status">
        Live
      </span>
    );
  return (
    <span className={style.connection} role="status">
      {state === "reconnecting" ? "Reconnecting…" : "No longer connected: load the page again"}
    </span>
  );
}

function Checked({ result: { ok, turns, turn, problem } }: { result: wire.Verified }) {
  if (ok)
    return (
      <Notice kind="good">
        Verified: {turns === 1 ? "1 turn was" : `all ${turns} turns were`} replayed, and every hash fits.
      </Notice>
    );
  return (
    <Notice kind="bad">
      {turn === null || turn === undefined ? "This history is damaged" : `This history is damaged at turn ${turn}`}:{" "}
      {problem}
    </Notice>
  );
}

function Broken({ error }: { error: unknown }) {
  return (
    <div className={style.page}>
      <header className={style.top}>
        <Brand />
      </header>
      <main className={style.alone}>
        <h1>
          {error instanceof wire.Problem && error.status === 404 ? "There is no such run" : "This run cannot be shown"}
        </h1>
        <Notice kind="bad">{wire.messageOf(error)}</Notice>
        <div className={parts.row}>
          <button type="button" className={parts.primary} onClick={() => goTo(null)}>
            To the first page
          </button>
          <button type="button" className={parts.button} onClick={() => location.reload()}>
            Try again
          </button>
        </div>
      </main>
    </div>
  );
}

/** What the run is called, in the tab as well. */
function useTitle(run: string, base: wire.Shown | undefined): string {
  const [cards, setCards] = useState<readonly wire.WorldCard[]>([]);
  const owner = base !== undefined && base.seat !== true;
  useEffect(() => {
    if (owner) wire.worlds().then(setCards, () => {});
  }, [owner]);
  const { title: own } = (base?.view ?? {}) as { title?: unknown };
  const card = cards.find(({ name }) => name === base?.world);
  const title = card?.title ?? (typeof own === "string" ? own : (base?.world ?? run));
  useEffect(() => {
    document.title = `${title} · Orrery`;
  }, [title]);
  return title;
}

/** Answers to choose from when nothing was asked back. */
const NO_CHOICES: readonly string[] = [];
