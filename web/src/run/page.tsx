// A run: its story, what is around, its turns. Shows what the server says and asks it for every change.
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { goTo, type Place, readPlace } from "../address.ts";
import type { Chronicle } from "../fold/chronicle.ts";
import parts from "../parts/parts.module.css";
import { Brand, Notice, Working } from "../parts/parts.tsx";
import { actionInWords, namesIn, outcomeInWords } from "../say.ts";
import { stageOf } from "../stage/stage.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { BranchTree } from "./branch-tree.tsx";
import { CompareAsk } from "./compare.tsx";
import { Composer } from "./composer.tsx";
import { BranchAsk, InviteAsk, RollbackAsk } from "./dialogs.tsx";
import { GodConsole } from "./god.tsx";
import { Inspector } from "./inspector.tsx";
import { KeySheet, useKeys } from "./keys.tsx";
import { marksOf } from "./marks.ts";
import style from "./page.module.css";
import { Scrubber } from "./scrubber.tsx";
import { inShort, Story } from "./story.tsx";
import { Timeline } from "./timeline.tsx";
import { ALL_EYES, useMoment } from "./use-moment.ts";
import { usePlayer } from "./use-player.ts";
import { type Run, useRun } from "./use-run.ts";

type Pane = "story" | "stage" | "turns";
export type Asking = "rollback" | "branch" | "compare" | "invite" | "keys";
const same = (text: string): string => text;
const LIVE: Place = { branch: "main", at: null, eyes: null };
const NO_TURNS: readonly number[] = [];

export function RunPage({ run, place, onProblem }: { run: string; place: Place; onProblem: (error: unknown) => void }) {
  const live = useRun(run, place, onProblem);
  const { lines, now, chronicle, busy } = live;
  const [pane, setPane] = useState<Pane>("story");
  const [panel, setPanel] = useState<Panel>("turns");
  const [asking, setAsking] = useState<Asking | null>(null);
  const [pages, setPages] = useState(1);
  const [failed, setFailed] = useState<string | null>(null);
  const move = useCallback(
    (next: Partial<Place>, how: "push" | "replace" = "replace") => goTo(run, { ...readPlace(), ...next }, how),
    [run],
  );
  const seat = now?.seat === true;
  const disk = wire.onDisk();
  const head = lines.at(-1)?.turn ?? 0;
  const idle = useIdle(chronicle, place.eyes === ALL_EYES ? null : place.eyes);
  const player = usePlayer(seat ? LIVE : place, head, idle, (at) => move({ at }));
  const past = !seat && player.cursor !== null && player.cursor < head ? player.cursor : null;
  // Coming to the end by keys must not put the next key into the words; coming back to play does.
  const looked = useRef(false);
  if (past !== null) looked.current = true;
  const wanted = { run, branch: place.branch, eyes: place.eyes, cursor: past, pages };
  const moment = useMoment(wanted, now, lines, chronicle, setFailed);
  const names = useMemo(
    () => (moment ? namesIn(moment.base.actors, moment.stage.view, moment.base.view) : new Map<string, string>()),
    [moment],
  );
  const title = useTitle(run, moment?.base);
  const endings = chronicle?.endings ?? (now?.outcome != null ? [head] : NO_TURNS);
  const marks = useMemo(
    () => marksOf(lines, place.branch, live.branches, endings),
    [lines, place.branch, live.branches, endings],
  );
  const say = useCallback(
    async (answer: Parameters<Run["say"]>[0]) => {
      setPane("story");
      return live.say(answer);
    },
    [live.say],
  );
  const keys = useKeys(
    seat
      ? null
      : {
          player,
          head,
          marks,
          show: (next) => (disk && next === "god") || setPanelAndPane(next),
          help: () => setAsking("keys"),
        },
  );
  function setPanelAndPane(next: Panel) {
    setPanel(next);
    setPane("turns");
  }

  if (live.broken) return <Broken error={live.broken} />;
  if (!moment) {
    return (
      <div className={style.page}>
        <header className={style.top}>
          <Brand />
        </header>
        <main className={style.alone}>
          {(live.problem ?? failed) ? (
            <Notice kind="bad">{live.problem ?? failed}</Notice>
          ) : (
            <Working>Opening the run…</Working>
          )}
        </main>
      </div>
    );
  }

  const { base, stage } = moment;
  const kind = stageOf(base.plays);
  const outcome = outcomeInWords(base.outcome, names);
  const over = base.outcome !== null;
  const act =
    !disk && past === null && !over && busy === null ? (action: wire.Action) => void say({ actions: [action] }) : null;
  const inWords = kind.inWords ?? ((action: wire.Action) => actionInWords(action, names));
  const speakers = new Set(
    moment.story.flatMap((line) => ("actor" in line && line.actor !== null ? [line.actor] : [])),
  );
  const Stage = kind.Stage;
  const theStage = (
    <section className={style.stage} aria-label={kind.title}>
      <Stage view={stage.view} legal={stage.legal} names={names} act={act} />
    </section>
  );
  const line = lines[moment.turn];
  const here = line ? inShort(line, inWords) : "";

  return (
    <div className={style.page} data-pane={pane} data-place={kind.place} data-past={past !== null}>
      <div className={style.head}>
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
        {!seat && (
          <Scrubber
            player={player}
            head={head}
            marks={marks}
            here={here}
            full={pane === "turns"}
            live={live.connection !== null && now?.outcome == null}
            help={() => setAsking("keys")}
          />
        )}
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
                    : t("panels")}
              </button>
            ))}
        </nav>
      </div>
      <main className={style.columns}>
        <div className={style.main}>
          {kind.place === "wide" && theStage}
          <Story
            lines={moment.story}
            more={moment.more ? () => setPages(pages + 1) : null}
            names={names}
            inWords={inWords}
            boxed={kind.place === "wide"}
            aloud={past === null}
            speakers={speakers.size > 1}
            tidy={kind.tidy ?? same}
            lookAt={seat ? null : player.seek}
          />
          <div className={style.foot}>
            {(live.problem ?? failed) && <Notice kind="bad">{live.problem ?? failed}</Notice>}
            {live.note && <Notice kind="plain">{live.note}</Notice>}
            {past !== null ? (
              <PastBar
                disk={disk}
                turn={past}
                head={head}
                now={() => {
                  looked.current = false;
                  player.seek(null);
                }}
                ask={setAsking}
              />
            ) : over ? (
              <Notice kind="good">
                <b>{outcome ?? "It is over"}.</b>{" "}
                {seat || disk ? "" : "Go back to any turn to try it another way: nothing that happened is lost."}
              </Notice>
            ) : disk ? (
              <Notice kind="plain">
                This is a run in a file: look around in it as you like. It goes on elsewhere.
              </Notice>
            ) : (
              <Composer
                hint={kind.hint}
                busy={busy}
                said={lines.flatMap(({ rawText }) => (rawText === "" ? [] : [rawText]))}
                choices={lines.at(-1)?.choices ?? NO_CHOICES}
                say={(text) => say({ text })}
                focused={kind.place === "beside" && !looked.current}
              />
            )}
          </div>
        </div>
        <div className={style.aside}>
          {kind.place === "beside" && theStage}
          {!seat && (
            <div className={style.turns}>
              <Tabs panels={disk ? PANELS.filter((one) => one !== "god") : PANELS} chosen={panel} choose={setPanel} />
              <section id={`panel-${panel}`} role="tabpanel" aria-labelledby={`tab-${panel}`}>
                {panel === "turns" && (
                  <>
                    <h2 className="unseen">{t("turns")}</h2>
                    <Timeline
                      lines={lines}
                      names={names}
                      inWords={inWords}
                      at={past}
                      outcome={now?.outcome ?? null}
                      lookAt={player.seek}
                    />
                    <Tools disk={disk} run={run} turn={past} busy={busy} work={live.work} ask={setAsking} />
                  </>
                )}
                {panel === "inspect" && (
                  <Inspector
                    run={run}
                    branch={place.branch}
                    moment={moment}
                    lines={lines}
                    chronicle={chronicle}
                    names={names}
                    inWords={inWords}
                    quiet={kind.quiet ?? []}
                  />
                )}
                {panel === "branches" && (
                  <BranchTree
                    disk={disk}
                    branches={live.branches}
                    here={place.branch}
                    turn={moment.turn}
                    choose={(branch) => move({ branch, at: null }, "push")}
                    ask={setAsking}
                  />
                )}
                {panel === "god" && (
                  <GodConsole
                    run={run}
                    branch={place.branch}
                    past={past}
                    back={() => player.seek(null)}
                    base={base}
                    lines={lines}
                    names={names}
                    quiet={kind.quiet ?? []}
                    reload={live.reload}
                  />
                )}
              </section>
            </div>
          )}
        </div>
      </main>
      {asking === "keys" && <KeySheet keys={keys} onClose={() => setAsking(null)} />}
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
            player.seek(null);
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
          turn={past}
          names={names}
          kind={kind}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === "invite" && <InviteAsk run={run} actors={base.actors} onClose={() => setAsking(null)} />}
    </div>
  );
}

const PANELS = ["turns", "inspect", "branches", "god"] as const;
export type Panel = (typeof PANELS)[number];

/** Arrow keys go from tab to tab, as is usual for tabs. */
function Tabs({ panels, chosen, choose }: { panels: readonly Panel[]; chosen: Panel; choose: (panel: Panel) => void }) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = panels[(panels.indexOf(chosen) + step + panels.length) % panels.length]!;
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t("panels")} className={style.tabs} onKeyDown={onKeyDown}>
      {panels.map((panel) => (
        <button
          key={panel}
          id={`tab-${panel}`}
          type="button"
          role="tab"
          aria-selected={panel === chosen}
          aria-controls={panel === chosen ? `panel-${panel}` : undefined}
          tabIndex={panel === chosen ? 0 : -1}
          onClick={() => choose(panel)}
        >
          {t(panel)}
        </button>
      ))}
    </div>
  );
}

function Tools({
  disk,
  run,
  turn,
  busy,
  work,
  ask,
}: {
  disk: boolean;
  run: string;
  turn: number | null;
  busy: string | null;
  work: Run["work"];
  ask: (what: Asking) => void;
}) {
  const [checked, setChecked] = useState<wire.Verified | null>(null);
  if (disk)
    return (
      <div className={style.tools}>
        <button type="button" className={parts.button} onClick={() => ask("compare")}>
          Compare…
        </button>
      </div>
    );
  return (
    <>
      <div className={style.tools}>
        <button type="button" className={parts.button} onClick={() => ask("branch")}>
          Branch from {turn === null ? "now" : `turn ${turn}`}…
        </button>
        <button type="button" className={parts.button} onClick={() => ask("compare")}>
          Compare…
        </button>
        <button type="button" className={parts.button} onClick={() => ask("invite")}>
          Invite…
        </button>
        <button
          type="button"
          className={parts.button}
          disabled={busy !== null}
          onClick={async () => setChecked(await work("Checking every hash…", () => wire.verify(run)))}
        >
          Verify
        </button>
        <a className={parts.button} href={wire.exportLink(run)} download>
          Export
        </a>
      </div>
      <div aria-live="polite">{checked && <Checked result={checked} />}</div>
    </>
  );
}

/** Whether a turn shows nothing to these eyes. Without the fold nothing is known to be idle. */
function useIdle(chronicle: Chronicle | null, as: string | null): (turn: number) => boolean {
  const [look, setLook] = useState<{ isIdle: typeof import("../fold/open.ts")["isIdle"] } | null>(null);
  useEffect(() => {
    if (chronicle) import("../fold/open.ts").then(setLook, () => {});
  }, [chronicle]);
  return useCallback(
    (turn) => chronicle !== null && look !== null && turn <= chronicle.head && look.isIdle(chronicle, turn, as),
    [chronicle, look, as],
  );
}

function PastBar({
  disk,
  turn,
  head,
  now,
  ask,
}: {
  disk: boolean;
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
        {!disk && (
          <>
            <button type="button" className={parts.button} onClick={() => ask("branch")}>
              Branch from here…
            </button>
            <button type="button" className={parts.button} onClick={() => ask("rollback")}>
              Back to here…
            </button>
          </>
        )}
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
