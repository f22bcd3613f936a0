// What the table's protocol looks like to programs: JSON Schemas of its responses and messages, and the closed list of fault codes.
import type { Mode } from "@orrery/worlds/table/protocol";

export interface TableProtocol {
  /** By mode: JSON Schema of a response. */
  readonly responses: Readonly<Record<Mode, unknown>>;
  /** By message type: JSON Schema of a message. */
  readonly messages: Readonly<Record<string, unknown>>;
  /** By code: what it means, and whether it keeps everything that the response wrote out of the campaign. */
  readonly codes: Readonly<Record<string, { readonly meaning: string; readonly blocks: boolean }>>;
}

export async function tableProtocol(): Promise<TableProtocol> {
  const { CODES, MESSAGE_SCHEMAS, RESPONSE_SCHEMAS } = await import("@orrery/worlds/table/protocol");
  return {
    responses: RESPONSE_SCHEMAS,
    messages: MESSAGE_SCHEMAS,
    codes: Object.fromEntries(
      Object.entries(CODES).map(([code, [weight, meaning]]) => [code, { meaning, blocks: weight === "blocks" }]),
    ),
  };
}
