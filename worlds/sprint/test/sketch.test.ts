// Sketches follow their prompts: the palette is what is painted with, the composition says where, the subject says what.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { composePack } from "../bots/engineer.ts";
import { LANDMARK_KINDS } from "../lore/landmarks.ts";
import { TWISTS } from "../lore/twists.ts";
import { type ImagePrompt, PICTURES, type PictureKey, promptOf } from "../pack.ts";
import { TEAMS } from "../settings.ts";
import { EDITION } from "../sketch/edition.ts";
import { sketchOf } from "../sketch/index.ts";
import { motifFor, motifOfName } from "../sketch/subject.ts";
import { match } from "./stage.ts";

const packs = ["a", "b", "c"].flatMap((seed, i) => {
  const { teams } = match(`sketch ${seed}`, { tier: ((i % 3) + 1) as 1 | 2 | 3, prompts: false }).frame.state;
  return TEAMS.map((team) => composePack(teams[team].canon));
});
const prompts = packs.flatMap((pack) => PICTURES.map((key) => ({ key, prompt: promptOf(pack, key) })));
const drawn = (prompt: ImagePrompt, key: PictureKey) => sketchOf(prompt, key, EDITION);
const withSpec = (prompt: ImagePrompt, change: Partial<ImagePrompt["spec"]>): ImagePrompt => ({
  ...prompt,
  spec: { ...prompt.spec, ...change },
});
/** Where things are put down, from left to right. */
const placesIn = (svg: string) => [...svg.matchAll(/translate\(([\d.]+) ([\d.]+)\) scale/g)].map(([, x]) => Number(x));

describe("a sketch", () => {
  it("paints with all colours of its palette, and with no other", () => {
    for (const { key, prompt } of prompts) {
      const svg = drawn(prompt, key).replace(/<desc>.*?<\/desc>/s, "");
      const used = new Set([...svg.matchAll(/(?:fill|stroke|stop-color)="(#[0-9a-f]{6})"/gi)].map(([, one]) => one));
      assert.deepEqual([...used].sort(), [...new Set(prompt.spec.palette)].sort(), `${key}: ${prompt.spec.subject}`);
    }
  });

  it("puts its subject where the composition says", () => {
    const { prompt } = prompts.find(({ key }) => key === "landmark_1")!;
    const at = (composition: string) => placesIn(drawn(withSpec(prompt, { composition }), "landmark_1"))[0]!;
    const [left, middle, right] = [
      at("subject on the left third, path leading in"),
      at("centred and frontal, seen whole"),
      at("subject on the right third, deep foreground"),
    ];
    assert.ok(left < middle && middle < right, `${left}, ${middle}, ${right}`);
    const framed = drawn(withSpec(prompt, { composition: "centred, framed by an arch of darkness" }), "landmark_1");
    assert.notEqual(framed.length, drawn(withSpec(prompt, { composition: "centred" }), "landmark_1").length);
  });

  it("draws another thing for another subject, and another light for another lighting", () => {
    const { prompt } = prompts.find(({ key }) => key === "landmark_2")!;
    const bare = (change: Partial<ImagePrompt["spec"]>) =>
      drawn(withSpec(prompt, change), "landmark_2")
        .replace(/<title>.*?<\/desc>/s, "")
        .replaceAll(/s[0-9a-z]+[sfg]\b/g, "");
    const seen = ["a stair", "a well", "a bridge", "a gate"].map((subject) =>
      bare({ subject: `The Old One: ${subject}` }),
    );
    assert.equal(new Set(seen).size, 4);
    assert.match(bare({ lighting: "high moon, long soft shadows" }), /a26 26 0 1 0 24 34/);
    assert.doesNotMatch(bare({ lighting: "hard noon sun, short shadows" }), /a26 26 0 1 0 24 34/);
  });

  it("knows every kind of landmark by its name, and what a name calls a thing over what it tells of it", () => {
    for (const { id, nouns } of LANDMARK_KINDS)
      for (const noun of nouns) assert.equal(motifOfName(`The Lantern ${noun}`)?.name, id, noun);
    assert.equal(motifFor("a map the size of a field, and a tower")?.name, "map");
  });

  it("knows what to draw for every image that a law brings", () => {
    const unknown = TWISTS.flatMap(({ image }) => image).filter((text) => motifFor(text) === null);
    assert.deepEqual(unknown, []);
  });

  it("shows in the hero image something else than in the picture of the landmark behind it", () => {
    const same = packs.filter(({ hero_image, landmarks }) => {
      const [hero, first] = [drawn(hero_image, "hero_image"), drawn(landmarks[0]!, "landmark_1")];
      const things = (svg: string) => /[^>]*>(.{200})/s.exec(svg.slice(svg.lastIndexOf("scale(")))?.[1];
      return things(hero) === things(first);
    });
    assert.equal(same.length, 0);
  });
});
