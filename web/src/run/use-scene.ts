// One run as its page has it: what is looked at, by which eyes, at which turn, and what can be done about it. Draws nothing.
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { goTo, type RunPlace, readPlace } from "../address.ts";
import type { Chronicle } from "../fold/chronicle.ts";
import { capital, type Names, namesIn } from "../say.ts";
import type { StageKind } from "../stage/stage.ts";
import { useStage } from "../stage/stage.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { linkTo } from "./keys.tsx";
import { type Marks, marksOf } from "./marks.ts";
import { readerFor } from "./reader.ts";
import { ALL_EYES, PAGE, type RunMoment, useMoment } from "./use-moment.ts";
import type { Player } from "./use-player.ts";
import { type Run, useRun } from "./use-run.ts";
import { useWatch } from "./use-watch.ts";

/** Questions that a page may ask before it does something. */
export type Asking = "rollback" | "branch" | "invite" | "share" | "keys";
/** What a small screen shows: the stage, or the panels beside it. */
export type Pane = "stage" | "rail";

const NO_TURNS: readonly number[] = [];
const NO_NAMES: Names = new Map();
/** A world says a name, or "the visitor"; anything else is a name too, however it is written. */
const asNamed = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  id,
  name: /^the /i.test(name) ? name : capital(name),
});

export interface RunScene {
  readonly run: string;
  readonly place: RunPlace;
  readonly live: Run;
  readonly kind: StageKind;
  readonly moment: RunMoment;
  readonly names: Names;
  readonly title: string;
  readonly player: Player;
  readonly marks: Marks;
  /** Newest turn. */
  readonly head: number;
  /** The turn looked back at; null at the end. */
  readonly past: number | null;
  readonly seat: boolean;
  /** Read from one file, without a server. */
  readonly disk: boolean;
  /** How it ended, in words; null while it goes on. */
  readonly ending: string | null;
  /** Agents play on, and the newest turn is followed. */
  readonly waits: boolean;
  readonly atWork: boolean;
  /** A game of several, looked at with all eyes. */
  readonly watches: boolean;
  /** In a story, somebody who is not asked is looked through. */
  readonly looksOn: boolean;
  /** Name of the eyes that were chosen; null: everybody's. */
  readonly seer: string | null;
  readonly asking: Asking | null;
  readonly panel: string;
  readonly pane: Pane;
  readonly failed: string | null;
  /** Whether somebody has looked back since the last answer: then the next key is no word. */
  readonly looked: { current: boolean };
  /** What the eyes that are looked through do not know is hidden. */
  readonly hides: boolean;
  hide(hides: boolean): void;
  /** Does an action on the stage; null while nothing can be done. */
  readonly act: ((action: wire.Action) => Promise<boolean>) | null;
  ask(what: Asking | null): void;
  move(to: Partial<RunPlace>, how?: "push" | "replace"): void;
  choosePanel(panel: string): void;
  choosePane(pane: Pane): void;
  /** Chooses a panel and brings it into sight on a small screen. */
  showPanel(panel: string): void;
  morePages(): void;
  say: Run["say"];
  /** Agents began to play at a turn. */
  begun(turn: number): void;
  inWords(action: wire.Action): string;
  said(line: wire.Line): string;
  /** A turn in a few words. */
  short(line: wire.Line): string;
  /** A turn as it was told to the eyes that are looked through; null where nobody told it. */
  tellingOf(line: wire.Line): wire.Telling | null;
  /** Answers that are being written aloud to the eyes that are looked through. */
  readonly writing: readonly wire.Telling[];
  readonly chronicle: Chronicle | null;
  /** The whole state after a turn; null while this page cannot fold the run. */
  readonly stateAt: ((turn: number) => unknown) | null;
  linkTo: typeof linkTo;
}

/** The scene, or why there is none yet: a problem to show, or null while it is opened. */
type SceneState =
  | { readonly ready: true; readonly scene: RunScene }
  | { readonly ready: false; readonly broken: unknown; readonly problem: string | null };

export function useScene(run: string, asked: RunPlace, onProblem: (error: unknown) => void): SceneState {
  const live = useRun(run, asked, onProblem);
  const { lines, now, chronicle } = live;
  const kind = useStage(now?.plays);
  // A game that is over is nobody's turn, and some worlds are watched from outside: all of it is seen, unless eyes are chosen.
  const told = kind?.eyes === "all" || (kind?.headline !== undefined && now !== null && now.outcome !== null);
  const open = asked.eyes === null && now !== null && !now.seat && told;
  const place = useMemo(() => (open ? { ...asked, eyes: ALL_EYES } : asked), [asked, open]);
  const [pane, setPane] = useState<Pane>(asked.panel === undefined ? "stage" : "rail");
  const [chosenPanel, setPanel] = useState<string | null>(asked.panel ?? null);
  const [asking, setAsking] = useState<Asking | null>(asked.ask ?? null);
  const [pages, setPages] = useState(1);
  const [failed, setFailed] = useState<string | null>(null);
  const move = useCallback(
    (next: Partial<RunPlace>, how: "push" | "replace" = "replace") =>
      goTo(run, { ...readPlace(), play: null, ...next }, how),
    [run],
  );
  const showPanel = useCallback((next: string) => {
    setPanel(next);
    setPane("rail");
  }, []);
  const seat = now?.seat === true;
  const disk = wire.onDisk();
  const head = lines.at(-1)?.turn ?? 0;
  const stateAt = useMemo(
    () => chronicle && ((turn: number) => chronicle.at(Math.min(turn, chronicle.head)).state),
    [chronicle],
  );
  const watch = useWatch({ kind, live, place, head, seat, disk, move });
  const { player, past, clock } = watch;
  const { reach } = live;
  useEffect(() => {
    if (past !== null) reach(past - pages * PAGE, past);
  }, [past, pages, reach]);
  const wanted = { run, branch: place.branch, eyes: place.eyes, cursor: past, pages };
  const moment = useMoment(wanted, now, lines, chronicle, setFailed);
  const names = useMemo(
    () => (moment ? namesIn(moment.base.actors.map(asNamed), moment.stage.view, moment.base.view) : NO_NAMES),
    [moment],
  );
  const title = useTitle(run, moment?.base);
  const [hides, hide] = useState(true);
  const blind = !seat && hides && place.eyes !== null && place.eyes !== ALL_EYES ? place.eyes : null;
  const endings = chronicle?.endings ?? (now?.outcome != null ? [head] : NO_TURNS);
  const marks = useMemo(
    () =>
      marksOf({
        lines,
        outline: live.outline,
        branch: place.branch,
        branches: live.branches,
        takenBack: live.takenBack,
        endings,
        more: seat || !kind || live.outline ? [] : marksFor(kind, blind),
      }),
    [lines, live.outline, place.branch, live.branches, live.takenBack, endings, seat, kind, blind],
  );
  const say = useCallback(
    async (answer: Parameters<Run["say"]>[0]) => {
      setPane("stage");
      return live.say(answer);
    },
    [live.say],
  );

  if (live.broken || !moment || !kind) return { ready: false, broken: live.broken, problem: live.problem ?? failed };
  const { base } = moment;
  const { ending } = base;
  const askedLate = kind.asksAfterEnd === true && base.asks.some(({ to }) => to === (seat ? base.as : place.eyes));
  const over = ending !== null && !askedLate;
  const act =
    !disk && past === null && !over && !watch.waits ? (action: wire.Action) => say({ actions: [action] }) : null;
  const viewer = place.eyes === ALL_EYES ? null : place.eyes;
  const reader = readerFor({ kind, names, blind, told: live.told, seat, viewer, first: base.actors[0]?.id ?? null });
  const followNewTurn = (turn: number) => {
    if (!clock) return;
    player.follow(turn);
    setPane("stage");
  };
  const seer = viewer === null ? null : (names.get(viewer) ?? viewer);
  return {
    ready: true,
    scene: {
      run,
      place,
      live,
      kind,
      moment,
      names,
      title,
      player,
      marks,
      head,
      past,
      seat,
      disk,
      ending,
      waits: watch.waits,
      atWork: watch.atWork,
      // Nobody in particular would be spoken for.
      watches: !seat && place.eyes === ALL_EYES && kind.place !== "beside" && base.actors.length > 1,
      // What one writes would be tried as somebody who is not asked. Where many play at once, one may be asked any moment.
      looksOn: !seat && seer !== null && kind.place === "beside" && !base.asks.some(({ to }) => to === viewer),
      seer,
      asking,
      panel: chosenPanel ?? firstPanel(kind),
      pane,
      failed,
      looked: watch.looked,
      act,
      hides,
      hide,
      ask: setAsking,
      move,
      choosePanel: setPanel,
      choosePane: setPane,
      showPanel,
      morePages: () => setPages(pages + 1),
      say,
      begun: followNewTurn,
      ...reader,
      writing: past === null ? tellingsFor(live.writing, viewer) : [],
      chronicle,
      stateAt,
      linkTo,
    },
  };
}

/** The marks of a world, and of those only the turns that a pair of eyes knows of. */
const marksFor = ({ marks = [], knows }: StageKind, eyes: string | null): NonNullable<StageKind["marks"]> =>
  eyes === null || !knows
    ? marks
    : marks.map((mark) => ({ ...mark, find: (lines) => mark.find(lines.filter((line) => knows(line, eyes))) }));

/** A world with panels of its own begins with the first of them; else the rail tells the story, or shows what is around. */
const firstPanel = ({ rail, place }: StageKind): string =>
  place === "beside" ? "around" : (rail?.[0]?.id ?? (place === "full" ? "turns" : "story"));

/** What one viewer hears of answers that are being written; null: what is said, once. */
const tellingsFor = (writing: readonly wire.Telling[], viewer: string | null): readonly wire.Telling[] =>
  viewer === null
    ? writing.filter(({ id }, i) => writing.findIndex((one) => one.id === id) === i)
    : writing.filter((one) => one.viewer === viewer);

/** Whether the screen answers a media query. */
export function useMedia(query: string): boolean {
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
