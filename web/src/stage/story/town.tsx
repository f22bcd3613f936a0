// The town as lamps on islands: a person is a lamp, a community an island; size is influence, colour a belief or a feeling, bright lines are one post that spreads.
import { getKey } from "@orrery/kernel";
import type { StoryState } from "@orrery/worlds/story";
import { MultiDirectedGraph } from "graphology";
import { useEffect, useMemo, useRef, useState } from "react";
import Sigma from "sigma";
import { EMOTIONS, type Emotion } from "./feelings.ts";
import { peopleOf, type TownPerson } from "./people.tsx";
import style from "./story.module.css";
import { changeLines, changePeople, MUTE, SPREAD, TIE, type TownGraph } from "./town-changes.ts";
import { layOutTown, mutesAt, spreadAt, type TownMap, type TownSpot, tiesAt } from "./town-map.ts";
import { say } from "./words.ts";

interface TownProps {
  readonly state: StoryState;
  /** The ties of this state decide where people stand; it is that of the newest turn, so that nobody moves while one scrubs. */
  readonly home: StoryState;
  readonly levels: readonly (readonly number[])[];
  readonly chosen: string | null;
  readonly choose: (id: string) => void;
}

/** Against, undecided, in favour. */
const BELIEFS = ["#6aa5f0", "#c9ced6", "#f2a33c"] as const;
const FEELINGS: Readonly<Record<Emotion, string>> = {
  anger: "#f0705a",
  fear: "#b493f0",
  joy: "#f2c64f",
  sadness: "#68a9ee",
  trust: "#55c8a2",
  surprise: "#f592c0",
};
const ISLAND_HUES = [
  "#9a83c4",
  "#bfa04a",
  "#4fae8c",
  "#6f9ad0",
  "#cf7c66",
  "#8db35e",
  "#c184a6",
  "#5fb0b8",
  "#b08d6d",
  "#8a8fa3",
];
const MOOD = "mood";

export function Town({ state, home, levels, chosen, choose }: TownProps) {
  const [colour, setColour] = useState(() => home.settings.topics[0]?.id ?? MOOD);
  const key = `${home.actors.length} ${home.round}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other people and ties move anybody
  const map = useMemo(() => layOutTown(home), [key]);
  const people = useMemo(() => peopleOf(home), [home]);
  const hues = useMemo(
    () =>
      people.map(({ id }, place) => {
        if (colour === MOOD) return moodHue(levels[place] ?? []);
        const opinion = getKey(state.agents, id)?.opinions[colour];
        return opinion === undefined ? BELIEFS[1] : mixBelief(opinion);
      }),
    [people, colour, levels, state.agents],
  );
  const first = map.islands[0];
  return (
    <div className={style.town}>
      <GraphPicture
        map={map}
        state={state}
        people={people}
        hues={hues}
        chosen={chosen}
        choose={choose}
        label={say("townMapLabel", {
          people: people.length,
          islands: map.islands.length,
          name: first ? people[first.head]!.name : "",
        })}
      />
      <header className={style.townTitle}>
        <h2>{say("townMap")}</h2>
        <label>
          {say("colourBy")}{" "}
          <select value={colour} onChange={(event) => setColour(event.target.value)}>
            {state.settings.topics.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={MOOD}>{say("mood")}</option>
          </select>
        </label>
      </header>
      <p className={style.legend}>
        {colour === MOOD
          ? EMOTIONS.map((emotion) => (
              <span key={emotion}>
                <i style={{ background: FEELINGS[emotion] }} />
                {say(emotion)}
              </span>
            ))
          : (["against", "undecided", "inFavour"] as const).map((word, i) => (
              <span key={word}>
                <i style={{ background: BELIEFS[i] }} />
                {say(word)}
              </span>
            ))}
        <span>{say("muteLines")}</span>
        <span>{say("spreading")}</span>
      </p>
    </div>
  );
}

interface PictureProps {
  readonly map: TownMap;
  readonly state: StoryState;
  readonly people: readonly TownPerson[];
  readonly hues: readonly string[];
  readonly chosen: string | null;
  readonly choose: (id: string) => void;
  readonly label: string;
}

/** Keeps what it has drawn: a picture of the page is drawn from it between two frames. */
class KeptSigma extends Sigma {
  override createWebGLContext(...[id, options]: Parameters<Sigma["createWebGLContext"]>): WebGLRenderingContext {
    return super.createWebGLContext(id, { ...options, preserveDrawingBuffer: true });
  }
}

/** Drawn by WebGL with the islands on a canvas beneath; where there is none, as one SVG. */
function GraphPicture(props: PictureProps) {
  const { map, state, people, hues, chosen, choose, label } = props;
  const box = useRef<HTMLDivElement>(null);
  const islands = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Sigma | null>(null);
  const [missing, setMissing] = useState(false);
  const chooser = useRef(choose);
  chooser.current = choose;

  useEffect(() => {
    if (!box.current || missing) return;
    const graph: TownGraph = new MultiDirectedGraph();
    for (const [place, { x, y, size }] of map.spots.entries()) graph.addNode(place, { x, y: -y, size });
    let sigma: Sigma;
    try {
      sigma = new KeptSigma(graph, box.current, SETTINGS);
    } catch {
      setMissing(true);
      return;
    }
    drawn.current = sigma;
    sigma.on("clickNode", ({ node }) => chooser.current(people[Number(node)]!.id));
    let painted = "";
    sigma.on("afterRender", () => {
      // Nobody moves while somebody scrubs: the shores are painted again where the camera or the room has changed.
      const { x, y, ratio } = sigma.getCamera().getState();
      const { width, height } = sigma.getDimensions();
      const now = `${x} ${y} ${ratio} ${width} ${height}`;
      if (!islands.current || now === painted) return;
      painted = now;
      paintIslands(islands.current, sigma, map, people);
    });
    return () => {
      sigma.kill();
      drawn.current = null;
    };
  }, [map, people, missing]);

  useEffect(() => {
    const sigma = drawn.current;
    if (!sigma) return;
    const graph = sigma.getGraph();
    const changes =
      changePeople(
        graph,
        people.map(({ id, name }, place) => {
          const isDead = getKey(state.agents, id)?.status === "dead";
          return {
            color: isDead ? DEAD : hues[place]!,
            label: isDead ? `${name} †` : name,
            highlighted: id === chosen,
            forceLabel: id === chosen,
          };
        }),
      ) + changeLines(graph, { ties: tiesAt(state), mutes: mutesAt(state), spread: spreadAt(state) });
    if (changes > 0) sigma.refresh();
  }, [state, hues, people, chosen]);

  return (
    <div className={style.map}>
      <canvas ref={islands} />
      {missing ? (
        <FlatTown {...props} />
      ) : (
        <div ref={box} className={style.graph} role="img" aria-label={label} data-people={people.length} />
      )}
    </div>
  );
}

const DEAD = "#4a5560";

const SETTINGS = {
  renderEdgeLabels: false,
  labelColor: { color: "#eef4f4" },
  labelFont: "Source Sans 3, sans-serif",
  labelWeight: "600",
  labelRenderedSizeThreshold: 9,
  defaultEdgeType: "line",
  stagePadding: 62,
  zIndex: true,
  allowInvalidContainer: true,
} as const;

/** Soft shores: around each person a disc, and all discs of an island in one colour. */
function paintIslands(canvas: HTMLCanvasElement, sigma: Sigma, map: TownMap, people: readonly TownPerson[]): void {
  const { width, height } = sigma.getDimensions();
  const ratio = Math.min(2, devicePixelRatio || 1);
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.scale(ratio, ratio);
  const at = ({ x, y }: TownSpot) => sigma.graphToViewport({ x, y: -y });
  const shore = 0.66 * spacing(map.spots.map(at));
  for (const [i, { people: places }] of map.islands.entries()) {
    const hue = ISLAND_HUES[i % ISLAND_HUES.length]!;
    const discs = places.map((place) => at(map.spots[place]!));
    for (const [radius, color] of [
      [shore * 1.18, `${hue}16`],
      [shore, hue],
      [shore - 2, shade(hue)],
    ] as const) {
      pen.fillStyle = color;
      pen.beginPath();
      for (const { x, y } of discs) {
        pen.moveTo(x, y);
        pen.arc(x, y, Math.max(4, radius), 0, Math.PI * 2);
      }
      pen.fill();
    }
  }
  // Names over all shores; on a small picture those at the lamps are enough.
  if (width < NAMED_FROM) return;
  pen.font = 'italic 600 16px "Source Serif 4", serif';
  pen.textAlign = "center";
  pen.lineJoin = "round";
  pen.lineWidth = 4;
  pen.strokeStyle = "#0a151b";
  pen.fillStyle = "#eef4f4";
  for (const { people: places, head } of map.islands) {
    if (places.length < 3) continue;
    const discs = places.map((place) => at(map.spots[place]!));
    const name = say("around", { name: people[head]!.name });
    const half = pen.measureText(name).width / 2 + 6;
    const middle = discs.reduce((sum, { x }) => sum + x, 0) / discs.length;
    const x = Math.max(half, Math.min(width - half, middle));
    const y = Math.min(height - 8, Math.max(...discs.map((disc) => disc.y)) + shore + 14);
    pen.strokeText(name, x, y);
    pen.fillText(name, x, y);
  }
}
const NAMED_FROM = 480;
/** Mean distance to the nearest neighbour, in pixels, of some hundred of them. */
function spacing(spots: readonly { readonly x: number; readonly y: number }[]): number {
  const some = spots.slice(0, 120);
  const nearest = some.map(({ x, y }, i) =>
    some.reduce((least, other, j) => (i === j ? least : Math.min(least, Math.hypot(other.x - x, other.y - y))), 1e9),
  );
  return some.length < 2 ? 40 : nearest.reduce((sum, one) => sum + one, 0) / some.length;
}

/** A colour at a quarter of its light. */
const shade = (hex: string): string => {
  const part = (from: number) => Math.round(Number.parseInt(hex.slice(from, from + 2), 16) * 0.26 + 12);
  return `rgb(${part(1)} ${part(3)} ${part(5)})`;
};

function FlatTown({ map, state, people, hues, chosen, choose, label }: PictureProps) {
  const xs = map.spots.map(({ x }) => x);
  const ys = map.spots.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - 30, Math.min(...ys) - 30];
  const size = Math.max(Math.max(...xs) - left, Math.max(...ys) - top) + 30;
  const lines = (pairs: readonly (readonly [number, number])[]) =>
    pairs
      .map(
        ([from, to]) => `M${xs[from]!.toFixed(1)} ${ys[from]!.toFixed(1)}L${xs[to]!.toFixed(1)} ${ys[to]!.toFixed(1)}`,
      )
      .join("");
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no fieldsets inside a drawing
    <svg viewBox={`${left} ${top} ${size} ${size}`} role="group" aria-label={label} className={style.graph}>
      <path d={lines(tiesAt(state))} stroke={TIE.color} strokeWidth={size / 900} />
      <path d={lines(mutesAt(state))} stroke={MUTE.color} strokeWidth={size / 500} />
      <path d={lines(spreadAt(state))} stroke={SPREAD.color} strokeWidth={size / 350} />
      {map.spots.map(({ x, y, size: radius, island }, place) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the list of people beside it chooses by keys
        <circle
          key={people[place]!.id}
          cx={x}
          cy={y}
          r={radius * (size / 700)}
          fill={hues[place]}
          stroke={people[place]!.id === chosen ? "#fff" : ISLAND_HUES[island % ISLAND_HUES.length]}
          strokeWidth={size / 400}
          onClick={() => choose(people[place]!.id)}
        >
          <title>{people[place]!.name}</title>
        </circle>
      ))}
    </svg>
  );
}

function mixBelief(opinion: number): string {
  const [low, high, share] =
    opinion < 0.5 ? [BELIEFS[0], BELIEFS[1], opinion * 2] : [BELIEFS[1], BELIEFS[2], opinion * 2 - 1];
  const part = (from: number) => {
    const [a, b] = [Number.parseInt(low.slice(from, from + 2), 16), Number.parseInt(high.slice(from, from + 2), 16)];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

function moodHue(levels: readonly number[]): string {
  // Trust is everybody's ground: it shows only where nothing else is felt.
  let best: Emotion = "trust";
  let most = 0.1;
  for (const [i, emotion] of EMOTIONS.entries())
    if (emotion !== "trust" && (levels[i] ?? 0) > most) {
      best = emotion;
      most = levels[i]!;
    }
  return FEELINGS[best];
}
