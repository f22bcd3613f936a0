// The PromptPack: six structured image prompts made of a final canon, their schema, and the coverage each must have.
import { type Static, type TSchema, Type } from "@orrery/kernel";
import { CANON_FIELDS, type Canon } from "./canon.ts";

const closed = { additionalProperties: false } as const;
const Text = (maxLength: number) => Type.String({ maxLength });
const Words = (least: number, most: number) => Type.Array(Text(80), { minItems: least, maxItems: most });

export const ImageSpecSchema = Type.Object(
  {
    subject: Text(400),
    setting: Text(400),
    composition: Text(300),
    camera: Text(300),
    lighting: Text(300),
    materials: Words(1, 12),
    /** Five colours as `#rrggbb`, from the darkest to the lightest. */
    palette: Type.Array(Type.String({ pattern: "^#[0-9a-f]{6}$" }), { minItems: 3, maxItems: 8 }),
    mood: Text(200),
    style_tags: Words(0, 12),
  },
  closed,
);
export type ImageSpec = Static<typeof ImageSpecSchema>;

const AspectRatioSchema = Type.Enum(["16:9", "1:1", "3:4"]);

const imagePromptWith = <Params extends TSchema>(params: Params) =>
  Type.Object(
    {
      /** What is sent to an image model. */
      rendered_prompt: Text(4_000),
      spec: ImageSpecSchema,
      negative_prompt: Type.Optional(Text(1_000)),
      params: Type.Optional(params),
      /** JSON pointers into the canon. */
      canon_refs: Type.Array(Text(80), { minItems: 1, maxItems: 12 }),
    },
    closed,
  );
const packWith = <Prompt extends TSchema>(prompt: Prompt) =>
  Type.Object(
    {
      style_profile: Type.Optional(
        Type.Object(
          { medium: Text(200), rendering: Text(300), banned: Type.Array(Text(80), { maxItems: 12 }) },
          closed,
        ),
      ),
      hero_image: prompt,
      landmarks: Type.Array(prompt, { minItems: 3, maxItems: 3 }),
      inhabitant_portrait: prompt,
      tension_snapshot: prompt,
    },
    closed,
  );

export const ImagePromptSchema = imagePromptWith(
  Type.Object({ aspect_ratio: Type.Optional(AspectRatioSchema), seed: Type.Optional(Type.Integer()) }, closed),
);
export type ImagePrompt = Static<typeof ImagePromptSchema>;

export const PromptPackSchema = packWith(ImagePromptSchema);
export type PromptPack = Static<typeof PromptPackSchema>;

/** What a model is asked for: the same with fewer choices, because strict modes take ten optional properties at most. */
export const AskedPackSchema = packWith(imagePromptWith(Type.Object({ aspect_ratio: AspectRatioSchema }, closed)));

/** The six pictures of a team, in the order in which they hang. */
export const PICTURES = [
  "hero_image",
  "landmark_1",
  "landmark_2",
  "landmark_3",
  "inhabitant_portrait",
  "tension_snapshot",
] as const;
export type PictureKey = (typeof PICTURES)[number];

export type AspectRatio = Static<typeof AspectRatioSchema>;
const ASPECTS: Readonly<Record<PictureKey, AspectRatio>> = {
  hero_image: "16:9",
  landmark_1: "1:1",
  landmark_2: "1:1",
  landmark_3: "1:1",
  inhabitant_portrait: "3:4",
  tension_snapshot: "16:9",
};

/** The shape that a prompt asks for; else the one that such a picture usually has. */
export const aspectOf = ({ params }: Pick<ImagePrompt, "params">, key: PictureKey): AspectRatio =>
  params?.aspect_ratio ?? ASPECTS[key];

export function promptOf(pack: PromptPack, key: PictureKey): ImagePrompt {
  switch (key) {
    case "landmark_1":
      return pack.landmarks[0]!;
    case "landmark_2":
      return pack.landmarks[1]!;
    case "landmark_3":
      return pack.landmarks[2]!;
    default:
      return pack[key];
  }
}

/** Where in a pack a picture's prompt stands. */
export const pointerOf = (key: PictureKey): string =>
  key.startsWith("landmark_") ? `/landmarks/${Number(key.slice(-1)) - 1}` : `/${key}`;

/** Letters that each part needs before it counts as said. */
const LEAST = {
  rendered_prompt: 80,
  subject: 12,
  setting: 8,
  composition: 8,
  camera: 4,
  lighting: 4,
  mood: 3,
} as const;

export type PackProblem =
  | { readonly reason: "pack_coverage"; readonly at: string; readonly least: number }
  | { readonly reason: "pack_reference"; readonly at: string; readonly ref: string };

/** The first prompt that says too little, or points at nothing in the canon; null when the pack covers everything. */
export function packProblem(pack: PromptPack, canon: Canon): PackProblem | null {
  for (const key of PICTURES) {
    const at = pointerOf(key);
    const { rendered_prompt, spec, canon_refs } = promptOf(pack, key);
    const parts = { ...spec, rendered_prompt };
    for (const [part, least] of Object.entries(LEAST)) {
      const text = parts[part as keyof typeof LEAST];
      const where = part === "rendered_prompt" ? `${at}/${part}` : `${at}/spec/${part}`;
      if (text.trim().length < least) return { reason: "pack_coverage", at: where, least };
    }
    for (const ref of canon_refs)
      if (!resolves(canon, ref)) return { reason: "pack_reference", at: `${at}/canon_refs`, ref };
  }
  return null;
}

/** Whether a JSON pointer leads to something in a canon. */
export function resolves(canon: Canon, pointer: string): boolean {
  const [first, field, ...rest] = pointer.split("/");
  if (first !== "" || !(CANON_FIELDS as readonly string[]).includes(field ?? "")) return false;
  let at: unknown = canon[field as keyof Canon];
  for (const key of rest) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key) || (Array.isArray(at) && !/^\d+$/.test(key)))
      return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}
