// Scenes to judge responses in: whole campaigns with what the engine resolved, and a clean response to each. Read from fixtures/table; made fresh for every test.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { checkResponse, isCampaign, readCampaign } from "../../protocol/index.ts";

export interface Scene {
  readonly state: Record<string, unknown>;
  readonly input: string;
  readonly mode: string | null;
  readonly response: Record<string, unknown>;
}

const FOLDER = resolve(import.meta.dirname, "../../../../fixtures/table");
const SCENES = JSON.parse(readFileSync(resolve(FOLDER, "scenes.json"), "utf8")) as Readonly<Record<string, Scene>>;
export const SCENE_NAMES = Object.keys(SCENES);

/** A scene by its name. */
export function scene(name: string): Scene {
  if (!Object.hasOwn(SCENES, name)) throw new Error(`there is no scene "${name}"`);
  return structuredClone(SCENES[name]!);
}
export const talk = () => scene("talk");
export const fight = () => scene("fight");
export const think = () => scene("think");
export const god = () => scene("god");
export const dm = () => scene("dm");

/** The lines of a file of cases. */
export const linesOf = (file: string): readonly unknown[] =>
  readFileSync(resolve(FOLDER, file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

/** A moment of the month that the scenes play in. */
export const time = (day: number, hour: number, minute = 0, second = 0, microsecond = 0) => ({
  year: 1492,
  month: "Mirtul",
  day,
  hour,
  minute,
  second,
  microsecond,
  time_of_day: PARTS.findLast(([from]) => from <= hour)![1],
});
const PARTS = [
  [0, "Deep Night"],
  [5, "Dawn"],
  [7, "Morning"],
  [12, "Midday"],
  [14, "Afternoon"],
  [18, "Evening"],
  [20, "Night"],
] as const;

export const choices = (...keys: string[]) =>
  Object.fromEntries(
    keys.map((key) => [
      key,
      { text: key.replaceAll("_", " "), description: `Go on: ${key.replaceAll("_", " ")}.`, risk_level: "low" },
    ]),
  );

export const textOf = ({ mode, response }: Scene): string =>
  `${mode === null ? "" : `[Mode: ${mode} MODE]\n`}${JSON.stringify(response, null, 1)}`;

/** Judges a scene; throws when its campaign makes no sense. */
export function judge(scene: Scene, text = textOf(scene), options: { readonly debug?: boolean } = {}) {
  const campaign = readCampaign(JSON.parse(JSON.stringify(scene.state)));
  if (!isCampaign(campaign)) throw new Error(campaign.join(" "));
  return checkResponse(campaign, scene.input, text, options);
}
