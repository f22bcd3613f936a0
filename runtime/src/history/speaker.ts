// Has a model read the shown telling of a turn aloud. The sound is stored as an artifact; a note beside the turn names it and hashes
// the text that was read. A model reads the same text once. Changes neither facts nor tellings.
import { createHash } from "node:crypto";
import { causeOf, sayWhy } from "@orrery/agents";
import { modelForRole } from "@orrery/models/config";
import { Budget, type Ceiling } from "@orrery/models/pure";
import type { Artifact, Note } from "@orrery/store";
import { keepArtifacts } from "../branch/artifacts.ts";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { spokenLane } from "../calls/recordings.ts";
import { Fault } from "../fault.ts";
import { sha256 } from "../ids.ts";
import { InTurn } from "../in-turn.ts";
import type { ParserAndNarrator } from "../play/parser-and-narrator.ts";
import { misfit, modelsOfPlayer } from "../play/play.ts";
import { parsePlayer } from "../seating/lineup.ts";
import type { ModelSetup } from "../seating/model-setup.ts";
import type { Spoken } from "../shapes.ts";
import { type TellingPlace, tellingSheet } from "./retelling.ts";

/** Providers refuse to read longer texts. */
const TEXT_MAX = 4_096;

export class Speaker {
  readonly #registry: BranchRegistry;
  readonly #models: ParserAndNarrator["models"];
  readonly #setup: () => ModelSetup;
  readonly #ceiling: Ceiling | undefined;
  readonly #queues = new InTurn();
  #budget: Budget | null = null;

  constructor(
    registry: BranchRegistry,
    models: ParserAndNarrator["models"],
    setup: () => ModelSetup,
    ceiling: Ceiling | undefined,
  ) {
    this.#registry = registry;
    this.#models = models;
    this.#setup = setup;
    this.#ceiling = ceiling;
  }

  /**
   * Has the shown telling read aloud, unless it has been already. `said` names a model to use in place of the one with the role `speaker`.
   * Faults `bad_agents`, `too_large`, `recording_mismatch`.
   */
  async speak(told: TellingPlace, said?: string): Promise<Spoken> {
    const { run, viewer, passed } = told;
    const { turn, id } = passed.stored;
    return this.#queues.run(`${run} ${viewer} ${id}`, async () => {
      const text = await this.#shown(told);
      const known = await this.#spoken(told, text, said);
      if (known) return { turn, id, viewer, audio: known, trouble: null };
      const names = this.#speakers(said);
      if (text.length > TEXT_MAX)
        throw new Fault(
          "too_large",
          `At most ${TEXT_MAX} characters are read aloud at once; what is shown of turn ${turn} has ${text.length}. Have it told again, shorter.`,
        );
      let trouble = "";
      for (const model of names) {
        const made = await this.#speakBy(told, text, model);
        if (made.audio !== null) return { turn, id, viewer, audio: made.audio, trouble: null };
        trouble = made.trouble;
        if (!made.isFault) break;
      }
      return { turn, id, viewer, audio: null, trouble };
    });
  }

  /** The sound of the shown telling. Fault `unknown_artifact` when it has not been read aloud. */
  async sound(told: TellingPlace): Promise<Artifact> {
    const known = await this.#spoken(told, await this.#shown(told));
    const found = known && (await this.#registry.store.artifact(told.run, known.hash));
    if (!found) throw new Fault("unknown_artifact", "What is shown of this turn was not read aloud.");
    return found;
  }

  close(): Promise<void> {
    return this.#queues.quiet();
  }

  async #speakBy(told: TellingPlace, text: string, model: string) {
    const { run, viewer, passed } = told;
    const { id, turn } = passed.stored;
    const port = (await this.#models(run, { id, turn })).port(model);
    this.#budget ??= new Budget("speaker", this.#ceiling ?? this.#setup().config.budget.run);
    const made = await port
      .generateSpeech({ lane: spokenLane(viewer, id), text, budget: this.#budget })
      .catch((error: unknown) => {
        throw misfit(error);
      });
    if (!made.ok)
      return {
        audio: null,
        trouble: made.reason === "empty" ? `"${model}": ${made.message}.` : sayWhy(made, port.model),
        isFault: causeOf(made.reason) === "fault",
      };
    const { mediaType, base64 } = made.value;
    const bytes = Buffer.from(base64, "base64");
    const hash = createHash("sha256").update(bytes).digest("hex");
    const [wrong] = await keepArtifacts(this.#registry.store, run, [{ hash, mediaType, bytes }]);
    if (wrong) return { audio: null, trouble: wrong.message ?? "The sound cannot be kept.", isFault: false };
    const note = { teller: tellerOf(model), text: JSON.stringify({ audio: hash, mediaType, of: sha256(text) }) };
    await this.#registry.store.addNotes(run, [{ turnId: id, viewer, ...note, at: this.#registry.outside.now() }]);
    return { audio: { hash, mediaType, speaker: model }, trouble: "", isFault: false };
  }

  async #shown(told: TellingPlace): Promise<string> {
    const { shown, tellings, facts } = await tellingSheet(this.#registry, told);
    return tellings[shown - 1]?.text ?? facts;
  }

  /** The latest sound of a text, by the models that `said` names, or by any model. */
  async #spoken({ run, viewer, passed }: TellingPlace, text: string, said?: string): Promise<Spoken["audio"]> {
    const notes = await this.#registry.store.notes(run, [passed.stored.id]);
    const of = sha256(text);
    const tellers = said === undefined ? null : this.#speakers(said).map(tellerOf);
    for (const note of notes.toReversed()) {
      if (note.viewer !== viewer || !isSpeech(note) || (tellers && !tellers.includes(note.teller))) continue;
      const spoken = JSON.parse(note.text) as { audio: string; mediaType: string; of: string };
      if (spoken.of === of)
        return { hash: spoken.audio, mediaType: spoken.mediaType, speaker: note.teller.slice(VOICE.length) };
    }
    return null;
  }

  #speakers(said: string | undefined): readonly string[] {
    const setup = this.#setup();
    if (said === undefined) {
      const name = modelForRole(setup.config, "speaker");
      if (name !== null) return [name];
      throw new Fault(
        "bad_agents",
        'Nobody reads aloud here. Give a model of speech the role "speaker" in orrery.config.json, or name one.',
      );
    }
    const player = /^model:/.test(said) ? parsePlayer(said, said) : undefined;
    if (player?.kind !== "model") throw new Fault("bad_agents", `The speaker is model:NAME, not "${said}".`);
    return modelsOfPlayer(setup, player, "speaker");
  }
}

/** The teller of a note about a sound starts with this; the model follows. */
const VOICE = "voice ";
const tellerOf = (model: string): string => `${VOICE}${model}`;
const isSpeech = ({ teller }: Note): boolean => teller.startsWith(VOICE);
