// Lets modules outside of the repository import `@orrery/kernel`: it resolves to the running kernel, even with another one installed beside them.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const KERNEL = resolve(import.meta.dirname, "../../../kernel");
const NAME = "@orrery/kernel";

let registered = false;

/** From here on every import of the kernel, and of its testing kit, is of this one. Calling it again changes nothing. */
export function resolveKernel(): void {
  if (registered) return;
  registered = true;
  const { exports } = JSON.parse(readFileSync(resolve(KERNEL, "package.json"), "utf8")) as {
    exports: Readonly<Record<string, string>>;
  };
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== NAME && !specifier.startsWith(`${NAME}/`)) return next(specifier, context);
      const file = exports[`.${specifier.slice(NAME.length)}`];
      if (file === undefined)
        throw new Error(
          `${NAME} has no ${specifier}; it has ${Object.keys(exports).join(", ").replaceAll("./", `${NAME}/`)}`,
        );
      return next(pathToFileURL(resolve(KERNEL, file)).href, context);
    },
  });
}
