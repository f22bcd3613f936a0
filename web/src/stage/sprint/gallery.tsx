// The pictures of both teams: how they were asked for, how they were made, and what the judges said of them.

import type { Canon } from "@orrery/worlds/sprint/canon";
import {
  aspectOf,
  type ImagePrompt,
  PICTURES,
  type PictureKey,
  type PromptPack,
  promptOf,
} from "@orrery/worlds/sprint/pack";
import type { Picture } from "@orrery/worlds/sprint/shape";
import { sketchOf } from "@orrery/worlds/sprint/sketch";
import { editionOf } from "@orrery/worlds/sprint/sketch/edition";
import { useMemo, useState } from "react";
import choiceStyle from "./choice.module.css";
import galleryStyle from "./gallery.module.css";
import { nameOf } from "./hud.tsx";
import { TEAMS, type Team } from "./identity.ts";
import type { Match } from "./match.ts";
import type { MatchMoment } from "./moment.ts";
import type { Hangings } from "./picture.ts";
import { say } from "./words.ts";

interface Hung {
  readonly key: PictureKey;
  readonly title: string;
  readonly prompt: ImagePrompt;
  /** Null: the house draws it from its prompt, as that edition of its drawing does. */
  readonly source: string | null;
  readonly edition: number;
}

/** The wall: six pictures of the team that is chosen. */
export function Gallery({
  match,
  moment,
  turn,
  artifact,
}: {
  match: Match;
  moment: MatchMoment;
  turn: number;
  artifact: ArtifactSource;
}) {
  const [team, setTeam] = useState<Team>("A");
  const hung = useMemo(() => hungAt(match, moment, team, turn, artifact), [match, moment, team, turn, artifact]);
  return (
    <section className={galleryStyle.gallery} aria-label={say("gallery")}>
      <div className={choiceStyle.row}>
        <h2>{say("picturesOf", { team: nameOf(moment.teams[team]) })}</h2>
        <fieldset className={choiceStyle.choice}>
          <legend className="unseen">{say("filterTeam")}</legend>
          {TEAMS.map((key) => (
            <button key={key} type="button" aria-pressed={key === team} onClick={() => setTeam(key)} translate="no">
              {nameOf(moment.teams[key])}
            </button>
          ))}
        </fieldset>
      </div>
      {hung.length === 0 && <p>{say("noPictures")}</p>}
      <Wall hung={hung} label={hung.length === PICTURES.length && <Placard canon={moment.teams[team].canon} />} />
    </section>
  );
}

/** What the pictures are of, as it stands on a wall beside them. */
function Placard({ canon }: { canon: Canon }) {
  return (
    <li className={galleryStyle.placard} translate="no">
      <h3>{canon.world_name}</h3>
      <p>{/^.*?[.!?](?=\s|$)/s.exec(canon.governing_logic)?.[0] ?? canon.governing_logic}</p>
      <small>{canon.aesthetic_mood.join(", ")}</small>
    </li>
  );
}

/** Pictures side by side, each of which can be looked at alone with its prompt. `label`: hangs behind the last of them. */
export function Wall({
  hung,
  className = "",
  label,
}: {
  hung: readonly Hung[];
  className?: string | undefined;
  label?: React.ReactNode;
}) {
  const [large, setLarge] = useState<PictureKey | null>(null);
  const one = hung.find(({ key }) => key === large);
  if (one) return <Large one={one} close={() => setLarge(null)} />;
  return (
    <ul className={`${galleryStyle.wall} ${className}`}>
      {ON_WALL.flatMap((key) => hung.find((one) => one.key === key) ?? []).map((picture) => (
        <li key={picture.key} style={{ "--ratio": ratioOf(picture) } as React.CSSProperties}>
          <button type="button" onClick={() => setLarge(picture.key)}>
            <span className="unseen">{say("enlarge", { title: picture.title })}</span>
            <Framed one={picture} />
          </button>
        </li>
      ))}
      {label}
    </ul>
  );
}

/** Width by height, as its prompt asks for it: the pictures of a row are as tall as each other, and none is cut. */
function ratioOf({ prompt, key }: Hung): number {
  const [width, height] = aspectOf(prompt, key).split(":").map(Number);
  return width! / height!;
}

/** On the wall the portrait hangs beside the hero image. */
const ON_WALL: readonly PictureKey[] = [
  "hero_image",
  "inhabitant_portrait",
  "landmark_1",
  "landmark_2",
  "landmark_3",
  "tension_snapshot",
];

function Framed({ one }: { one: Hung }) {
  return (
    <span className={galleryStyle.picture}>
      {/* Drawn by our own code from the prompt's closed fields, as an image: nothing in it can run. */}
      <img src={sourceOf(one)} alt={one.prompt.spec.subject} />
      {one.source === null && <em>{say("sketch")}</em>}
      <b translate="no">{one.title}</b>
    </span>
  );
}

function Large({ one, close }: { one: Hung; close: () => void }) {
  const { spec, rendered_prompt, canon_refs } = one.prompt;
  const facts = [
    ["subject", spec.subject],
    ["setting", spec.setting],
    ["composition", spec.composition],
    ["lens", spec.camera],
    ["lighting", spec.lighting],
    ["materials", spec.materials.join(", ")],
    ["mood", spec.mood],
    ["refs", canon_refs.join("  ")],
  ] as const;
  return (
    <article className={galleryStyle.large}>
      <Framed one={one} />
      <div>
        <button type="button" className={choiceStyle.quiet} onClick={close}>
          {say("closePicture")}
        </button>
        <h3>{say("howAsked")}</h3>
        <dl className={galleryStyle.spec}>
          {facts.map(([word, text]) => (
            <div key={word}>
              <dt>{say(word)}</dt>
              <dd translate="no">{text}</dd>
            </div>
          ))}
          <div>
            <dt>{say("palette")}</dt>
            <dd className={galleryStyle.swatches}>
              {spec.palette.map((color) => (
                <i key={color} style={{ background: color }} title={color} />
              ))}
            </dd>
          </div>
        </dl>
        <h3>{say("prompt")}</h3>
        <p translate="no">{rendered_prompt}</p>
      </div>
    </article>
  );
}

/** Sketches as images, by the prompt that each is drawn from: a prompt never changes. */
const sketches = new WeakMap<ImagePrompt, string>();

/** What an image is loaded from: its file, or the house's own sketch. */
function sourceOf({ source, prompt, key, edition }: Hung): string {
  if (source !== null) return source;
  const known = sketches.get(prompt);
  if (known !== undefined) return known;
  const drawn = `data:image/svg+xml;utf8,${encodeURIComponent(sketchOf(prompt, key, edition))}`;
  sketches.set(prompt, drawn);
  return drawn;
}

/** What the frames of the arena hold, team by team, as far as pictures are there. The same pictures are the same object. */
export function useHangings(match: Match, moment: MatchMoment, turn: number, artifact: ArtifactSource): Hangings {
  const { A, B } = moment.picture.station.frames;
  // biome-ignore lint/correctness/useExhaustiveDependencies: how many hang says which
  return useMemo(
    () => ({
      A: hungAt(match, moment, "A", turn, artifact).map(sourceOf),
      B: hungAt(match, moment, "B", turn, artifact).map(sourceOf),
    }),
    [A, B, match.challenge],
  );
}

function hungAt(
  match: Match,
  moment: MatchMoment,
  team: Team,
  turn: number,
  artifact: ArtifactSource,
): readonly Hung[] {
  const pack = match.packs.find((one) => one.team === team && one.turn <= turn)?.pack;
  if (!pack) return [];
  const made = match.pictures.filter((one) => one.team === team && one.turn <= turn);
  return hang(moment.teams[team].canon, pack, Object.fromEntries(made.map((one) => [one.key, one.made])), artifact);
}

/** Where an artifact can be loaded from; null where it cannot. */
type ArtifactSource = (hash: string) => string | null;

/** The pictures that are there, in the order in which they hang. What cannot be loaded is drawn from its prompt, and says so. */
export function hang(
  canon: Canon,
  pack: PromptPack,
  pictures: Readonly<Partial<Record<PictureKey, Picture>>>,
  artifact: ArtifactSource,
): readonly Hung[] {
  return PICTURES.flatMap((key) => {
    const picture = pictures[key];
    if (!picture) return [];
    const source = picture.sketch ? null : artifact(picture.hash);
    return [{ key, title: titleOf(canon, key), prompt: promptOf(pack, key), source, edition: editionOf(picture) }];
  });
}

function titleOf({ landmarks, world_name }: Canon, key: PictureKey): string {
  if (key === "hero_image") return world_name;
  if (key === "inhabitant_portrait") return say("portrait");
  if (key === "tension_snapshot") return say("snapshot");
  return landmarks[Number(key.slice(-1)) - 1]?.name ?? key;
}
