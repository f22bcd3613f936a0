// The store in memory, against the rules of all stores.
import { memoryStore } from "../src/memory.ts";
import { storeConformance } from "../testing/conformance.ts";

storeConformance("memory", () => ({ store: memoryStore() }));
