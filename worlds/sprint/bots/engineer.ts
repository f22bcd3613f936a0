// The house's prompt engineer: six structured image prompts out of a final canon and nothing else. The same canon gives the same pack.
import { canonical } from "@orrery/kernel";
import type { Canon } from "../canon.ts";
import { capital, hashOf, type Pick, pickBy } from "../lore/lore.ts";
import { aspectOf, type ImagePrompt, type ImageSpec, PICTURES, type PictureKey, type PromptPack } from "../pack.ts";
import { PALETTES, paletteFor } from "./palettes.ts";

export function composePack(canon: Canon): PromptPack {
  const pick = pickBy(canonical(canon));
  const [hero, first, second, third, portrait, tension] = PICTURES.map((key, i) => promptFor(canon, key, i, pick)) as [
    ImagePrompt,
    ImagePrompt,
    ImagePrompt,
    ImagePrompt,
    ImagePrompt,
    ImagePrompt,
  ];
  return {
    style_profile: {
      medium: "ink and wash on toned paper",
      rendering: "flat shapes, few lines, one light, visible hatching",
      banned: ["lettering", "photographic lens flare", "modern clothes"],
    },
    hero_image: hero,
    landmarks: [first, second, third],
    inhabitant_portrait: portrait,
    tension_snapshot: tension,
  };
}

function promptFor(canon: Canon, key: PictureKey, index: number, pick: Pick): ImagePrompt {
  const { subject, setting, refs } = SUBJECTS[key](canon);
  const text = `${subject} ${setting}`.toLowerCase();
  const own: Pick = (purpose, list) => pick(`${key} ${purpose}`, list);
  const spec: ImageSpec = {
    subject: atLeast(12, clipAtWord(subject, 400), "seen as it is told"),
    setting: atLeast(8, clipAtWord(setting, 400), "open country"),
    composition: own("composition", COMPOSITIONS[key]),
    camera: own("camera", CAMERAS[key]),
    lighting: lightingOf(`${text} ${canon.aesthetic_mood.join(" ")}`, own),
    materials: materialsIn(JSON.stringify(canon), own),
    palette: [
      ...paletteFor(
        `${text} ${canon.hero_image_description} ${canon.aesthetic_mood.join(" ")}`,
        index + (hashOf(canonical(canon)) % PALETTES.length),
      ),
    ],
    mood: atLeast(3, clipAtWord(canon.aesthetic_mood.slice(0, 3).join(", "), 200), "quiet"),
    style_tags: ["ink", "wash", "hatching", "flat shapes"],
  };
  return {
    rendered_prompt: imagePrompt(spec),
    spec,
    negative_prompt: "text, letters, watermark, modern objects",
    params: { aspect_ratio: aspectOf({}, key) },
    canon_refs: [...refs],
  };
}

const imagePrompt = (spec: ImageSpec): string =>
  [
    `${capital(spec.subject)}.`,
    `Setting: ${spec.setting}.`,
    `Composition: ${spec.composition}. Camera: ${spec.camera}. Lighting: ${spec.lighting}.`,
    `Materials: ${spec.materials.join(", ")}. Mood: ${spec.mood}.`,
    `Palette ${spec.palette.join(" ")}. Ink and wash on toned paper, flat shapes, visible hatching, no lettering.`,
  ].join(" ");

interface Subject {
  readonly subject: string;
  readonly setting: string;
  readonly refs: readonly string[];
}

const landmark =
  (i: number) =>
  ({ landmarks, hero_image_description }: Canon): Subject => {
    const { name, visual_key, description } = landmarks[i]!;
    return {
      subject: `${name}: ${visual_key}`,
      setting: `${clipAtWord(firstSentence(description), 220)}; around it the country of the hero image: ${clipAtWord(firstSentence(hero_image_description), 130)}`,
      refs: [
        `/landmarks/${i}/name`,
        `/landmarks/${i}/visual_key`,
        `/landmarks/${i}/description`,
        "/hero_image_description",
      ],
    };
  };

const SUBJECTS: Readonly<Record<PictureKey, (canon: Canon) => Subject>> = {
  hero_image: ({ hero_image_description, world_name, landmarks }) => ({
    subject: `${world_name}: ${firstSentence(hero_image_description)}`,
    setting: rest(hero_image_description) || `${landmarks[0]!.name} in the distance`,
    refs: ["/world_name", "/hero_image_description"],
  }),
  landmark_1: landmark(0),
  landmark_2: landmark(1),
  landmark_3: landmark(2),
  inhabitant_portrait: ({ inhabitants, world_name }) => ({
    subject: `portrait of one of the people of ${world_name}: ${firstSentence(inhabitants.appearance ?? "")}`,
    setting: firstSentence(inhabitants.relationship_to_place ?? ""),
    refs: ["/inhabitants/appearance", "/inhabitants/relationship_to_place"],
  }),
  tension_snapshot: ({ tension }) => ({
    subject: `a crowd divided: ${firstSentence(tension.visual_manifestation ?? "")}`,
    setting: firstSentence(tension.conflict ?? ""),
    refs: ["/tension/visual_manifestation", "/tension/conflict"],
  }),
};

const COMPOSITIONS: Readonly<Record<PictureKey, readonly string[]>> = {
  hero_image: [
    "low horizon, subject on the right third, a leading line from the left",
    "low horizon, subject on the left third, wide empty sky",
    "subject small in the centre, framed by dark foreground",
  ],
  landmark_1: ["centred and frontal, seen whole", "subject on the left third, path leading in"],
  landmark_2: ["diagonal from lower left to upper right", "subject on the right third, deep foreground"],
  landmark_3: ["centred, framed by an arch of darkness", "high horizon, seen from a little above"],
  inhabitant_portrait: [
    "portrait, head and shoulders, three quarters to the left",
    "portrait, head and shoulders, frontal",
  ],
  tension_snapshot: [
    "two groups with a gap between them, low horizon",
    "procession from the left towards one who waits on the right",
  ],
};

const CAMERAS: Readonly<Record<PictureKey, readonly string[]>> = {
  hero_image: ["wide, eye level", "wide, from slightly above", "wide, low angle"],
  landmark_1: ["wide, eye level", "medium, low angle"],
  landmark_2: ["medium, low angle", "wide, low angle"],
  landmark_3: ["wide, eye level", "medium, from slightly above"],
  inhabitant_portrait: ["close, 85 mm, eye level", "close, 105 mm, a little below the eyes"],
  tension_snapshot: ["wide, low angle", "wide, eye level, long lens"],
};

/** What light the words of a canon ask for; where they ask for none, one that fits anything. */
const LIGHTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bmoon|silver grass|nocturnal/, ["moonlight from the upper right", "high moon, long soft shadows"]],
  [
    /\b(star|stars|starlight|starlit|night|island)\b/,
    ["night, starlight and one lamp", "deep night with a bright horizon"],
  ],
  [
    /\b(embers?|ash|volcan\w*|caldera|smouldering)\b/,
    ["ember glow from below, cold sky", "red light from below, white from above"],
  ],
  [/\b(ice|glacial|frozen|snow)\b/, ["pale overcast light from everywhere", "green light through ice, low sun behind"]],
  [/noon|prismatic|sun-struck/, ["hard noon sun, short shadows", "white sun, split into colours at the edges"]],
  [/\b(leaf|moss|canopy|rain)\b/, ["soft green light from above", "overcast, light between leaves"]],
  [/\b(steam|mist|veiled)\b/, ["backlit steam, sun low behind it", "soft morning light through mist"]],
  [
    /\b(storm|thunder)\b/,
    ["storm light, dark above, a bright gap behind", "storm light from the left, backlit figures"],
  ],
  [
    /\b(shadow|raking|umbra|long-shadowed)\b/,
    ["raking light from two sides", "backlit low sun, long shadows to the viewer"],
  ],
  [/\b(salt|dust|low sun|parched)\b/, ["backlit low sun through dust", "late sun from the left, warm dust"]],
  [
    /\b(candle|lamp|flame|lantern|light)\b/,
    ["one lamp in the middle, everything else in shade", "lamp glow from below, night around it"],
  ],
];
const ANY_LIGHT = ["soft light from the upper left", "backlit low sun", "overcast with one bright opening"];

function lightingOf(text: string, own: Pick): string {
  const fitting = LIGHTS.filter(([words]) => words.test(text)).flatMap(([, lights]) => lights);
  return own("lighting", fitting.length > 0 ? fitting : ANY_LIGHT);
}

const MATERIALS =
  "salt bronze copper reed glass tin oak iron limestone lead ice brass pearwood silver basalt driftwood coral verdigris clay slate pewter rope canvas wax felt linen leather wood stone water cloth".split(
    " ",
  );

/** Materials that the canon names, at least one. */
function materialsIn(text: string, own: Pick): string[] {
  const words = new Set(text.toLowerCase().match(/[a-z]+/g) ?? []);
  const found = MATERIALS.filter((material) => words.has(material));
  const rest = MATERIALS.slice(-8).filter((material) => !found.includes(material));
  return [...found.slice(0, 5), own("material", rest)];
}

/** A text with something behind it where it is too short to count. */
const atLeast = (least: number, text: string, more: string): string =>
  text.trim().length >= least ? text : [text.trim(), more].filter(Boolean).join(", ");

const firstSentence = (text: string): string => {
  const [first = ""] = /^.*?[.!?](?=\s|$)/s.exec(text) ?? [text];
  return clipAtWord(first.replace(/[.!?]$/, ""), 380);
};
const rest = (text: string): string =>
  clipAtWord(
    text
      .slice(firstSentence(text).length + 1)
      .trim()
      .replace(/[.!?]$/, ""),
    380,
  );

/** Cut at a word, never in one. */
function clipAtWord(text: string, most: number): string {
  const plain = text.trim();
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most >> 1)).toWellFormed()}…`;
}
