// The command line as a process: words in, an exit code out.
import { run } from "./run.ts";

// A reader that has gone away (`| head`) is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await run(process.argv.slice(2));
