// What other packages' tests use of models: the fake servers, and the report on repeated prefixes.
export { fakeProvider, hourglass, SILENCE_MS, TIMEOUT_MS } from "./around.ts";
export { type BabbleOptions, babble, babblingTransport } from "./babble.ts";
export { type Broken, brokenAnswers } from "./broken.ts";
export { encode } from "./encode.ts";
export { type Answerer, type FakeOptions, FakeProvider, type Quirks } from "./fake-provider.ts";
export { Hourglass } from "./hourglass.ts";
export { type LlamaServer, startLlama } from "./llama/llama-server.ts";
export { type PrefixOptions, type PrefixReport, prefixReports, prefixTable } from "./prefix-report.ts";
export { FAMILIES, type Family, type Figures, type Reply, type Seen } from "./reply.ts";
export { type Line, type Script, ScriptRanDry, scriptedTransport } from "./scripted.ts";
export { TAPE_CHECKS } from "./tape-conformance.ts";
