// Lets modules outside of the repository import `@orrery/kernel`: it resolves to the running kernel, even with another one installed beside them.
import { registerHooks } from "node:module";

const NAME = "@orrery/kernel";

let registered = false;

/** From here on every import of the kernel, and of its testing kit, is of this one. Calling it again changes nothing. */
export function resolveKernel(): void {
  if (registered) return;
  registered = true;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === NAME || specifier.startsWith(`${NAME}/`)
        ? next(specifier, { ...context, parentURL: import.meta.url })
        : next(specifier, context),
  });
}
