// What others may use of the server.
export { AddressRefused, hostProblem, type Listening, type ListenOptions, listen } from "./listen.ts";
export { openApi } from "./openapi.ts";
export { playPage, replayPage } from "./replay.ts";
export type { Route } from "./route.ts";
export { ROUTES } from "./routes.ts";
export { createServer, type ServerOptions } from "./server.ts";
