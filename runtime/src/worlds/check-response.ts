// The table's check for every face of Orrery: reads a campaign from its text and judges a response to it. The judging itself is the world's.
import type { CheckResult } from "@orrery/worlds/table/protocol";
import { Fault } from "../fault.ts";

export type { CheckResult };

/** Judges the raw text of a response to an input; `state` is the campaign as JSON text. Fault `bad_config` when that is none. */
export async function checkTableResponse(
  state: string,
  input: string,
  response: string,
  options: { readonly debug?: boolean } = {},
): Promise<CheckResult> {
  // Loaded here alone: no other command should wait for it.
  const { checkResponse, isCampaign, readCampaign, readJson } = await import("@orrery/worlds/table/protocol");
  const text = state.replace(/^\uFEFF/, "");
  const { value, end, faults } = readJson(text);
  const [first] = faults;
  if (first)
    throw new Fault("bad_config", `The state is no JSON, line ${first.line}, column ${first.column}: ${first.message}`);
  if (text.slice(end).trim() !== "")
    throw new Fault("bad_config", "The state: something stands behind the JSON value.");
  const campaign = readCampaign(value);
  if (!isCampaign(campaign)) throw new Fault("bad_config", `The state is no campaign. ${campaign.join(" ")}`);
  return checkResponse(campaign, input, response, options);
}
