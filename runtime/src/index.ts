// The runtime's public face.

export { StoreFault } from "@orrery/store";
export * from "./api.ts";
export { tellExamples } from "./examples.ts";
export { FAULT_CODES, Fault, type FaultCode } from "./fault.ts";
export { fixedOutside, type Outside, outside, sha256 } from "./ids.ts";
export { type OrreryOptions, openOrrery } from "./orrery.ts";
export { shippedWorlds, type Worlds } from "./worlds.ts";
