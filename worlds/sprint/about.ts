// What a sprint is, for people and models: its card and its rules in words.
import type { About } from "@orrery/kernel";

export const ABOUT: About = {
  title: "Worldbuilding Sprint",
  summary:
    "Two teams of four are given the same challenge and argue a world into being, patch by patch. The worlds are painted, and judged blind.",
  rules: `Two teams, A and B, get the same challenge: a biome, its inhabitants, and a twist that must hold. Neither sees the other.

Each team has an Architect, a Lorekeeper, a Contrarian and a Synthesizer, and one **canon**: name, governing logic, moods, three landmarks, inhabitants, tension, hero image. The canon changes by patches alone.

Four phases: **Foundation** (name, logic, moods), **Landmarks**, **Tension**, **Crystallization** (everything, which must then be complete). A phase writes only what is its own.

A round:

1. PROPOSAL. Architect and Lorekeeper take turns; the same one never opens twice in a row. It has a patch.
2. OBJECTION. The Contrarian must object: what breaks, where in the canon, what would settle it.
3. RESPONSE. The others in fixed order. Agreeing is not enough: a patch, or a delta that adds or changes something.
4. RESOLUTION. The Synthesizer decides what is put to the vote: ACCEPT, AMEND or REJECT. It names the objection, and writes only where those whom it cites have written or pointed.
5. VOTE. All four, blind to each other: ACCEPT, AMEND with a patch, or REJECT. Two REJECT drop the motion; two equal amendments pass with it; three ACCEPT pass it; everything else is a deadlock, and the Synthesizer breaks the tie alone, with reasons.

Crystallization asks for unanimity. Dissent opens one more vote, in which a majority decides.

A turn that fails its checks is repaired at most twice and then forfeited, visibly. No match is lost to it.

Afterwards a neutral prompt engineer, who sees the final canons alone, writes six image prompts a team; six pictures are made; and judges mark both entries without knowing whose they are.`,
};
