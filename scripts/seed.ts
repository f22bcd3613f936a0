// Loaded before fuzzed tests: every generator of the process begins from the one seed in ORRERY_SEED.
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["ORRERY_SEED"]) });
