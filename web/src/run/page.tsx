// A run: its story, what is around, its turns. Shows what the server says and asks it for every change.
import { titleInFile } from "@orrery/runtime/file-name";
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { goTo, type Place, readPlace } from "../address.ts";
import type { Chronicle } from "../fold/chronicle.ts";
import { later } from "../parts/later.tsx";
import parts from "../parts/parts.module.css";
import { Ask, Brand, Notice, Skip, Title } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import { useStay } from "../parts/stay.ts";
import { actionInWords, capital, namesIn } from "../say.ts";
import { useStage } from "../stage/stage.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { BranchTree } from "./branch-tree.tsx";
import { Composer } from "./composer.tsx";
import { BranchAsk, InviteAsk, RollbackAsk, ShareAsk } from "./dialogs.tsx";
import { Branches, Connection, Eyes, SeatSign } from "./head.tsx";
import { KeySheet, linkTo, useKeys } from "./keys.tsx";
import { marksOf } from "./marks.ts";
import { Opening } from "./opening.tsx";
import style from "./page.module.css";
import { PANELS, type Panel, Tabs } from "./panels.tsx";
import { Broken, PastBar } from "./past.tsx";
import { Scrubber } from "./scrubber.tsx";
import { GoOn, Sitting } from "./sitting.tsx";
import { Story, saidIn } from "./story.tsx";
import { Timeline } from "./timeline.tsx";
import { Tools } from "./tools.tsx";
import { transcriptOf } from "./transcript.ts";
import { ALL_EYES, useMoment } from "./use-moment.ts";
import { usePlayer } from "./use-player.ts";
import { type Run, toldKey, useRun } from "./use-run.ts";

// What is not seen at first is loaded when it is.
const CompareAsk = later(
  async () => (await import("./compare.tsx")).CompareAsk,
  ({ onClose }, waiting) => (
    <Ask title={t("compare")} onClose={onClose}>
      {waiting}
    </Ask>
  ),
);
const GodConsole = later(async () => (await import("./god.tsx")).GodConsole);
const Models = later(async () => (await import("./models.tsx")).Models);
const Inspector = later(async () => (await import("./inspector.tsx")).Inspector);

type Pane = "story" | "stage" | "turns";
export type Asking = "rollback" | "branch" | "compare" | "invite" | "share" | "keys";
const same = (text: string): string => text;
const LIVE: Place = { branch: "main", at: null, eyes: null, play: null };
const NO_TURNS: readonly number[] = [];
const NO_NAMES: ReadonlyMap<string, string> = new Map();
/** A world says somebody's name, or "the visitor"; whatever else it says is a name too, however it is written. */
const asNamed = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  id,
  name: /^the /i.test(name) ? name : capital(name),
});

export function RunPage({
  run,
  place: asked,
  onProblem,
}: {
  run: string;
  place: Place;
  onProblem: (error: unknown) => void;
}) {
  const live = useRun(run, asked, onProblem);
  const { lines, now, chronicle, busy } = live;
  const kind = useStage(now?.plays);
  // A game that is over is nobody's turn: unless somebody's eyes are chosen, all of it is seen, where that can be told.
  const open = asked.eyes === null && kind?.headline !== undefined && now !== null && !now.seat && now.outcome !== null;
  const place = useMemo(() => (open ? { ...asked, eyes: ALL_EYES } : asked), [asked, open]);
  const [pane, setPane] = useState<Pane>("story");
  const [panel, setPanel] = useState<Panel>("turns");
  const [asking, setAsking] = useState<Asking | null>(null);
  const [pages, setPages] = useState(1);
  const [failed, setFailed] = useState<string | null>(null);
  const move = useCallback(
    (next: Partial<Place>, how: "push" | "replace" = "replace") =>
      goTo(run, { ...readPlace(), play: null, ...next }, how),
    [run],
  );
  const seat = now?.seat === true;
  const disk = wire.onDisk();
  const head = lines.at(-1)?.turn ?? 0;
  const idle = useIdle(chronicle, place.eyes === ALL_EYES ? null : place.eyes);
  const wordsAt = useCallback((turn: number) => lines[turn]?.narration.split(/\s+/).length ?? 0, [lines]);
  const clock = useMemo(
    () => (seat ? null : (kind?.clock?.(lines as readonly wire.TurnLine[]) ?? null)),
    [kind, lines, seat],
  );
  const resting = live.sitting !== null && live.sitting.state !== "playing" && live.sitting.state !== "waiting";
  const atWork =
    live.sitting?.state === "playing" || (live.sitting?.state === "waiting" && !seat && place.eyes === ALL_EYES);
  const goesOn = !disk && (now === null || (now.outcome === null && !resting));
  const played = { head, idle, words: wordsAt, clock, goesOn };
  const player = usePlayer(seat ? LIVE : place, played, (at) => move({ at }));
  const past = !seat && player.cursor !== null && player.cursor < head ? player.cursor : null;
  // At the end of what there is so far, while it plays on by itself.
  const waits = !seat && player.playing && goesOn;
  // Coming to the end by keys must not put the next key into the words; coming back to play does.
  const looked = useRef(false);
  if (past !== null) looked.current = true;
  const wanted = { run, branch: place.branch, eyes: place.eyes, cursor: past, pages };
  const moment = useMoment(wanted, now, lines, chronicle, setFailed);
  const names = useMemo(
    () => (moment ? namesIn(moment.base.actors.map(asNamed), moment.stage.view, moment.base.view) : NO_NAMES),
    [moment],
  );
  const title = useTitle(run, moment?.base);
  const endings = chronicle?.endings ?? (now?.outcome != null ? [head] : NO_TURNS);
  const marks = useMemo(
    () =>
      marksOf({
        lines,
        branch: place.branch,
        branches: live.branches,
        takenBack: live.takenBack,
        endings,
        more: seat ? [] : (kind?.marks ?? []),
      }),
    [lines, place.branch, live.branches, live.takenBack, endings, seat, kind],
  );
  const say = useCallback(
    async (answer: Parameters<Run["say"]>[0]) => {
      setPane("story");
      return live.say(answer);
    },
    [live.say],
  );
  const foot = useStay<HTMLDivElement>();
  const around = useStay<HTMLElement>();
  const shownPanel = useStay<HTMLElement>();
  const columns = useRef<HTMLElement>(null);
  const roomy = useMedia("(min-width: 52.01rem) and (min-height: 34.01rem)");
  const aside = useRef<HTMLDivElement>(null);
  // Where the panels stand below the stage, a chosen one comes into sight.
  const shown = useRef(panel);
  useEffect(() => {
    if (shown.current === panel) return;
    shown.current = panel;
    const box = aside.current;
    const tabs = box?.querySelector("[role=tablist]");
    if (box && tabs) box.scrollTop += tabs.getBoundingClientRect().top - box.getBoundingClientRect().top - 16;
  }, [panel]);
  // On a small screen another part of the page begins at its top.
  useEffect(() => {
    if (pane !== "story" && matchMedia("(max-width: 52rem)").matches) columns.current?.scrollIntoView();
  }, [pane]);
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
  if (!moment || !kind) {
    const problem = live.problem ?? failed;
    return problem === null ? (
      <Opening />
    ) : (
      <Opening>
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      </Opening>
    );
  }

  const { base, stage } = moment;
  const { ending } = base;
  const over = ending !== null;
  const act = !disk && past === null && !over && !waits ? (action: wire.Action) => say({ actions: [action] }) : null;
  const inWords = kind.inWords ?? ((action: wire.Action) => actionInWords(action, names));
  const speakers = new Set(
    moment.story.flatMap((line) => ("actor" in line && line.actor !== null ? [line.actor] : [])),
  );
  const panes: readonly Pane[] = [
    "story",
    ...(kind.place === "beside" ? (["stage"] as const) : []),
    ...(seat ? [] : (["turns"] as const)),
  ];
  const Stage = kind.Stage;
  const theStage = (
    <section {...around} className={style.stage} aria-label={kind.title()}>
      <Stage
        view={stage.view}
        legal={stage.legal}
        names={names}
        story={moment.story}
        act={act}
        shownMs={player.shownMs}
      />
    </section>
  );
  const line = lines[moment.turn];
  const said = (line: wire.Line) => saidIn(line, inWords, kind.asides);
  const short = (line: wire.Line) =>
    line.turn === 0 ? t("beginning") : kind.headline?.(line) || said(line) || t("somethingHappened");
  const here = line && !seat ? short(line) : "";
  const viewer = place.eyes === ALL_EYES ? null : place.eyes;
  // To a seat its own is told, and no other; to the owner, that of the eyes that are chosen, or of whoever acted.
  const [own] = seat ? live.told.values() : [];
  const tellingOf = (line: wire.Line): wire.Telling | null => {
    const to = own?.viewer ?? viewer ?? ("actor" in line ? line.actor : (base.actors[0]?.id ?? null));
    return to === null ? null : (live.told.get(toldKey(line.id, to)) ?? null);
  };
  // A game of several, looked at with all eyes: nobody in particular would be spoken for.
  const watches = !seat && place.eyes === ALL_EYES && kind.place === "wide" && base.actors.length > 1;
  const begun = (turn: number) => {
    if (!clock) return;
    player.follow(turn);
    setPane("story");
    scrollTo({ top: 0 });
  };
  const seer = viewer === null ? null : (names.get(viewer) ?? viewer);
  // In a story, what one writes would be tried as somebody who is not asked, and refused. Where many play at once, one may be asked any moment.
  const looksOn = !seat && seer !== null && kind.place === "beside" && !base.asks.some(({ to }) => to === viewer);

  // Where words are written, or nothing stands, it is below the story; what else stands there is kept off a stage as wide as the screen.
  const writes = !waits && past === null && !over && !disk && !watches && !looksOn;
  // Where one part is shown at a time, the way back to now is at the foot of each.
  const footBeside = !seat && !writes && (roomy ? kind.place === "wide" : past !== null && pane !== "story");
  const theFoot = (
    <div {...foot} className={style.foot}>
      {(live.problem ?? failed) && (
        <Notice kind="bad">
          <Own>{live.problem ?? failed}</Own>
        </Notice>
      )}
      {live.note && <Notice kind="plain">{live.note}</Notice>}
      {keys.note && <Notice kind="good">{keys.note}</Notice>}
      {atWork && panel !== "players" && <Sitting sitting={live.sitting!} run={run} names={names} />}
      {waits || (past !== null && player.playing) ? null : past !== null ? (
        <PastBar
          disk={disk}
          turn={past}
          head={head}
          step={player.seek}
          now={() => {
            looked.current = false;
            player.seek(null);
          }}
          ask={setAsking}
        />
      ) : over ? (
        <Notice kind="good">
          <b translate="no">{ending}.</b> {seat || disk ? "" : t("nothingLost")}
        </Notice>
      ) : disk ? (
        <Notice kind="plain">{t("runInFile")}</Notice>
      ) : watches && atWork ? null : watches ? (
        <GoOn
          run={run}
          branch={place.branch}
          world={base.world}
          turn={moment.turn}
          begun={begun}
          choose={() => setPanelAndPane("players")}
        />
      ) : looksOn ? (
        <Notice kind="plain">
          {t("onlyLooking", { name: seer! })}{" "}
          <button type="button" className={parts.quiet} onClick={() => move({ eyes: null })}>
            {t("seeAsAsked")}
          </button>
        </Notice>
      ) : (
        <Composer
          branch={place.branch}
          hint={kind.hint(stage.legal)}
          busy={busy}
          said={lines.flatMap(({ rawText }) => (rawText === "" ? [] : [rawText]))}
          choices={lines.at(-1)?.choices ?? NO_CHOICES}
          say={(text) => say({ text })}
          focused={kind.place === "beside" && !looked.current}
        />
      )}
    </div>
  );

  return (
    <div
      className={style.page}
      data-pane={pane}
      data-place={kind.place}
      data-past={past !== null && !player.playing}
      style={{ "--rows": seat ? 0 : Math.max(0, ...marks.map(({ kind }) => kind.row)) } as CSSProperties}
    >
      <div className={style.head}>
        <header className={style.top}>
          <Skip />
          <Brand />
          <div className={style.title}>
            <Title translate="no">{title}</Title>
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
            live={live.connection === "live" && now?.outcome == null}
            help={() => setAsking("keys")}
          />
        )}
        {panes.length > 1 && (
          <nav className={style.panes} aria-label={t("partsOfPage")}>
            {panes.map((one) => (
              <button key={one} type="button" aria-pressed={pane === one} onClick={() => setPane(one)}>
                {one === "story"
                  ? kind.place === "wide"
                    ? kind.title()
                    : t("story")
                  : one === "stage"
                    ? kind.title()
                    : t("panels")}
              </button>
            ))}
          </nav>
        )}
      </div>
      <main ref={columns} className={style.columns}>
        <div className={style.main}>
          {kind.place === "wide" && theStage}
          <Story
            lines={seer === null && kind.idle ? moment.story.filter((line) => !kind.idle!(line)) : moment.story}
            more={moment.more ? () => setPages(pages + 1) : null}
            names={names}
            said={said}
            title={title}
            boxed={kind.place === "wide"}
            aloud={past === null}
            speakers={speakers.size > 1}
            tidy={kind.tidy ?? same}
            headline={place.eyes === ALL_EYES ? (kind.headline ?? null) : null}
            tellingOf={tellingOf}
            lookAt={seat ? null : player.seek}
            missing={
              seer === null || chronicle === null
                ? null
                : {
                    name: seer,
                    until: moment.turn,
                    see(turn) {
                      move({ eyes: ALL_EYES });
                      player.seek(turn);
                    },
                  }
            }
          />
          {!footBeside && theFoot}
        </div>
        <div ref={aside} className={style.aside}>
          {kind.place === "beside" && theStage}
          {!seat && (
            <div className={style.turns}>
              <Tabs
                panels={disk ? PANELS.filter((one) => one !== "god" && one !== "players") : PANELS}
                chosen={panel}
                choose={setPanel}
              />
              <section {...shownPanel} id={`panel-${panel}`} role="tabpanel" aria-labelledby={`tab-${panel}`}>
                {panel === "turns" && (
                  <>
                    <h2 className="unseen">{t("turns")}</h2>
                    <Timeline
                      lines={player.seen === null ? lines : lines.slice(0, player.seen + 1)}
                      short={short}
                      at={past}
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
                    reveal={
                      disk
                        ? null
                        : async () => {
                            await live.work(t("revealing"), () => wire.reveal(run, place.branch));
                            await live.reload();
                          }
                    }
                  />
                )}
                {panel === "branches" && (
                  <BranchTree
                    disk={disk}
                    branches={live.branches}
                    takenBack={live.takenBack}
                    here={place.branch}
                    turn={moment.turn}
                    choose={(branch) => move({ branch, at: null }, "push")}
                    ask={setAsking}
                    recover={async ({ from, branch }) => {
                      const name = freeName(`${branch} ${from.turn}`, live.branches);
                      const done = await live.work(t("bringingBack"), () =>
                        wire.createBranch(run, { name, at: from.id, dice: "keep", from: branch }),
                      );
                      if (done) move({ branch: done.branch, at: null }, "push");
                    }}
                  />
                )}
                {panel === "players" && (
                  <Models
                    run={run}
                    branch={place.branch}
                    turn={moment.turn}
                    id={line?.id}
                    sitting={live.sitting}
                    world={base.world}
                    actors={now?.actors ?? base.actors}
                    names={names}
                    over={now?.outcome != null}
                    begun={begun}
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
          {footBeside && theFoot}
        </div>
      </main>
      {asking === "keys" && <KeySheet keys={keys} more={kind.marks ?? []} onClose={() => setAsking(null)} />}
      {asking === "share" && (
        <ShareAsk
          run={run}
          disk={disk}
          name={t("fileName", { title: titleInFile(title), turn: moment.turn })}
          link={linkTo(past)}
          transcript={() => transcriptOf({ title, lines: moment.story, said, names, ending })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === "rollback" && past !== null && (
        <RollbackAsk
          run={run}
          branch={place.branch}
          to={past}
          head={head}
          onClose={() => setAsking(null)}
          rollback={async () => {
            setAsking(null);
            const done = await live.work(t("goingBack"), () => wire.rollback(run, past, place.branch));
            if (!done) return;
            await live.reload();
            looked.current = false;
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
            const done = await live.work(t("branching"), () =>
              wire.createBranch(run, { name, at: past ?? head, dice, from: place.branch }),
            );
            if (done) move({ branch: done.branch, at: null, eyes: place.eyes }, "push");
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

const freeName = (wanted: string, branches: readonly wire.Branch[]): string => {
  const taken = new Set(branches.map(({ name }) => name));
  for (let i = 1; ; i++) {
    const name = i === 1 ? wanted : `${wanted} ${i}`;
    if (!taken.has(name)) return name;
  }
};

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

function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  return useSyncExternalStore(
    useCallback(
      (changed) => {
        list.addEventListener("change", changed);
        return () => list.removeEventListener("change", changed);
      },
      [list],
    ),
    () => list.matches,
  );
}

/** What the run is called, in the tab as well. */
function useTitle(run: string, base: wire.Shown | undefined): string {
  const title = base?.title ?? run;
  useEffect(() => {
    document.title = t("titleOf", { page: title });
  }, [title]);
  return title;
}

/** Answers to choose from when nothing was asked back. */
const NO_CHOICES: readonly string[] = [];
