// `npm start`: builds the web page when its sources have changed, then serves it. Everything else is the command `serve`.
import { buildWeb } from "./build.ts";

buildWeb();
process.argv.splice(2, 0, "serve", "--examples");
await import("../cli/src/main.ts");
