// One run as its page has it: what is looked at, by which eyes, at which turn, and what can be done about it. Draws nothing.
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { goTo, type Place, readPlace } from "../address.ts";
import type { Chronicle } from "../fold/chronicle.ts";
import { actionInWords, capital, type Names, namesIn } from "../say.ts";
import type { StageKind } from "../stage/stage.ts";
import { useStage } from "../stage/stage.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { linkTo } from "./keys.tsx";
import { type Marks, marksOf } from "./marks.ts";
import { saidIn } from "./story.tsx";
import { ALL_EYES, type Moment, useMoment } from "./use-moment.ts";
import { type Player, usePlayer } from "./use-player.ts";
import { type Run, toldKey, useRun } from "./use-run.ts";

/** Questions that a page may ask before it does something. */
export type Asking = "rollback" | "branch" | "compare" | "invite" | "share" | "keys";
/** What a small screen shows: the stage, or the panels beside it. */
export type Pane = "stage" | "rail";

const LIVE: Place = { branch: "main", at: null, eyes: null, play: null };
const NO_TURNS: readonly number[] = [];
const NO_NAMES: Names = new Map();
/** A world says a name, or "the visitor"; anything else is a name too, however it is written. */
const asNamed = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  id,
  name: /^the /i.test(name) ? name : capital(name),
});

export interface Scene {
  readonly run: string;
  readonly place: Place;
  readonly live: Run;
  readonly kind: StageKind;
  readonly moment: Moment;
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
  move(to: Partial<Place>, how?: "push" | "replace"): void;
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
export type SceneState =
  | { readonly ready: true; readonly scene: Scene }
  | { readonly ready: false; readonly broken: unknown; readonly problem: string | null };

export function useScene(run: string, asked: Place, onProblem: (error: unknown) => void): SceneState {
  const live = useRun(run, asked, onProblem);
  const { lines, now, chronicle } = live;
  const kind = useStage(now?.plays);
  // A game that is over is nobody's turn, and some worlds are watched from outside: all of it is seen, unless eyes are chosen.
  const told = kind?.eyes === "all" || (kind?.headline !== undefined && now !== null && now.outcome !== null);
  const open = asked.eyes === null && now !== null && !now.seat && told;
  const place = useMemo(() => (open ? { ...asked, eyes: ALL_EYES } : asked), [asked, open]);
  const [pane, setPane] = useState<Pane>(asked.panel === undefined ? "stage" : "rail");
  const [chosenPanel, setPanel] = useState<string | null>(asked.panel ?? null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [pages, setPages] = useState(1);
  const [failed, setFailed] = useState<string | null>(null);
  const move = useCallback(
    (next: Partial<Place>, how: "push" | "replace" = "replace") =>
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
  const [hides, hide] = useState(true);
  const blind = !seat && hides && place.eyes !== null && place.eyes !== ALL_EYES ? place.eyes : null;
  const endings = chronicle?.endings ?? (now?.outcome != null ? [head] : NO_TURNS);
  const marks = useMemo(
    () =>
      marksOf({
        lines,
        branch: place.branch,
        branches: live.branches,
        takenBack: live.takenBack,
        endings,
        more: seat || !kind ? [] : marksFor(kind, blind),
      }),
    [lines, place.branch, live.branches, live.takenBack, endings, seat, kind, blind],
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
  const act = !disk && past === null && !over && !waits ? (action: wire.Action) => say({ actions: [action] }) : null;
  const inWords = kind.inWords ?? ((action: wire.Action) => actionInWords(action, names));
  const said = (line: wire.Line) => saidIn(line, inWords, kind.asides);
  const short = (line: wire.Line) =>
    blind !== null && line.turn !== 0 && kind.knows?.(line, blind) === false
      ? t("turnUnknown", { who: names.get(blind) ?? blind })
      : line.turn === 0
        ? t("beginning")
        : kind.headline?.(line) || said(line) || t("somethingHappened");
  const viewer = place.eyes === ALL_EYES ? null : place.eyes;
  // To a seat its own is told, and no other; to the owner, that of the eyes that are chosen, or of the actor.
  const [own] = seat ? live.told.values() : [];
  const tellingOf = (line: wire.Line): wire.Telling | null => {
    const to = own?.viewer ?? viewer ?? ("actor" in line ? line.actor : (base.actors[0]?.id ?? null));
    return to === null ? null : (live.told.get(toldKey(line.id, to)) ?? null);
  };
  const begun = (turn: number) => {
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
      waits,
      atWork,
      // Nobody in particular would be spoken for.
      watches: !seat && place.eyes === ALL_EYES && kind.place !== "beside" && base.actors.length > 1,
      // What one writes would be tried as somebody who is not asked. Where many play at once, one may be asked any moment.
      looksOn: !seat && seer !== null && kind.place === "beside" && !base.asks.some(({ to }) => to === viewer),
      seer,
      asking,
      panel: chosenPanel ?? firstPanel(kind),
      pane,
      failed,
      looked,
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
      begun,
      inWords,
      said,
      short,
      tellingOf,
      writing: past === null ? heardBy(live.writing, viewer) : [],
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
  rail?.[0]?.id ?? (place === "full" ? "turns" : place === "wide" ? "story" : "around");

/** What one viewer hears of answers that are being written; null: what is said, once. */
const heardBy = (writing: readonly wire.Telling[], viewer: string | null): readonly wire.Telling[] =>
  viewer === null
    ? writing.filter(({ id }, i) => writing.findIndex((one) => one.id === id) === i)
    : writing.filter((one) => one.viewer === viewer);

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
