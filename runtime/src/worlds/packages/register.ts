// For `node --import`: a test of a world package outside of the repository finds the kernel like the world itself.
import { resolveKernel } from "./hooks.ts";

resolveKernel();
