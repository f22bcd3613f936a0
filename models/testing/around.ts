// What stands around the tests of one file: a fake provider, and time limits that the tests turn. Asserts nothing.
import { after, afterEach, before, beforeEach } from "node:test";
import { FakeProvider } from "./fake-provider.ts";
import { Hourglass } from "./hourglass.ts";

/** A fake server for all tests of a file, emptied before each. */
export function fakeProvider(): FakeProvider {
  const fake = new FakeProvider();
  before(() => fake.start());
  after(() => fake.stop());
  beforeEach(() => fake.reset());
  return fake;
}

/** Lengths, in milliseconds, that nothing else has. */
export const TIMEOUT_MS = 300_001;
export const SILENCE_MS = 300_002;

/** Holds timers of these lengths in every test of a file. */
export function hourglass(...lengths: readonly number[]): Hourglass {
  const glass = new Hourglass(...lengths);
  beforeEach(() => void glass.hold());
  afterEach(() => glass.release());
  return glass;
}
