// The drift meter of a campaign: what each model at the game master's seat wrote although the rules compute it, and what was refused of its tellings.
import type { ActionBase } from "@orrery/kernel";
import type { Table } from "@orrery/worlds/table";
import type { DriftedField, FieldDrift, JsonObject } from "@orrery/worlds/table/protocol";
import { Fault } from "../fault.ts";
import type { Runs } from "../runs.ts";
import type { TurnLine } from "../shapes.ts";

type TableState = Table["state"];

/** One model's figures; `model` is null for tellings that no model wrote. */
export interface ModelDrift {
  readonly model: string | null;
  /** Tellings that were taken. */
  readonly told: number;
  /** Tellings that were refused, by reason, most frequent first. */
  readonly refused: readonly { readonly reason: string; readonly times: number; readonly last: string }[];
  /** Fields that it wrote and need not have. */
  readonly fields: readonly FieldDrift[];
}

interface DriftTally {
  told: number;
  readonly refused: Map<string, { times: number; last: string }>;
  readonly turns: (readonly DriftedField[])[];
}

/** Drift by model over a branch, models first and in the order of their names. Fault `not_allowed` for a run of another world. */
export async function tableDrift(
  orrery: Runs,
  run: string,
  { branch = "main" }: { readonly branch?: string | undefined } = {},
): Promise<readonly ModelDrift[]> {
  const [{ campaignOf }, { driftOf, writtenFields }] = await Promise.all([
    import("@orrery/worlds/table"),
    import("@orrery/worlds/table/protocol"),
  ]);
  const { plays, world } = await orrery.show(run, { branch });
  if (plays !== "table") throw new Fault("not_allowed", `${world} is no table, and has no drift.`);
  const models = new Map<string, string>();
  for await (const { turn, lane, model } of orrery.calls(run, { branch }))
    if (turn !== null && !lane.includes("/")) models.set(turn.id, model);
  const tallies = new Map<string | null, DriftTally>();
  for await (const line of orrery.log(run, { branch, from: 1 }) as AsyncIterable<TurnLine>) {
    for (const [i, action] of line.actions.entries()) {
      if (action.type !== "narrate") continue;
      const model = models.get(line.id) ?? null;
      const tally: DriftTally = tallies.get(model) ?? { told: 0, refused: new Map(), turns: [] };
      tallies.set(model, tally);
      const verdict = line.validation.find(({ actionIndex }) => actionIndex === i);
      const told = fieldsTold(line);
      if (verdict?.success === true && told !== null) {
        tally.told++;
        const wrote = fieldsWritten(action);
        if (Object.keys(wrote).length === 0) continue;
        const { view } = await orrery.show(run, { branch, at: line.turn });
        const after = campaignOf(view as TableState, String(told["hero"])) as unknown as JsonObject;
        tally.turns.push(writtenFields(wrote, told, after));
      } else if (verdict?.success === false) {
        const reason = verdict.reason ?? "refused";
        tally.refused.set(reason, { times: (tally.refused.get(reason)?.times ?? 0) + 1, last: verdict.message ?? "" });
      }
    }
  }
  return [...tallies]
    .sort(([a], [b]) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1))
    .map(([model, { told, refused, turns }]) => ({
      model,
      told,
      refused: [...refused].map(([reason, one]) => ({ reason, ...one })).sort((a, b) => b.times - a.times),
      fields: driftOf(turns),
    }));
}

/** The computed fields that a telling holds of its own. */
function fieldsWritten({ metadata }: ActionBase): JsonObject {
  const { entities_mentioned, state_updates } = (metadata ?? {}) as JsonObject;
  return {
    ...(entities_mentioned === undefined ? {} : { entities_mentioned }),
    ...(state_updates === undefined ? {} : { state_updates }),
  };
}

function fieldsTold({ events }: TurnLine): JsonObject | null {
  const event = events.find(({ type }) => type === "narrated") as { readonly told?: JsonObject } | undefined;
  return event?.told ?? null;
}
