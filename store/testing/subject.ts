// What a conformance suite is given: a way to a new, empty store, and what else can be done with it.
import type { TestContext } from "node:test";
import type { Store } from "../src/store.ts";

/** A store under test, new and empty. */
export interface Subject {
  readonly store: Store;
  /** Another handle on the same data, as another process would have it. Absent: nobody else can have one. */
  readonly again?: () => Store | Promise<Store>;
  /** Opens what `backup` has made. Absent: this store has no file. */
  readonly reopen?: (file: string) => Store | Promise<Store>;
  /** Takes everything away again, once the store is closed. */
  readonly dispose?: () => void | Promise<void>;
}

export type Open = () => Subject | Promise<Subject>;

/** Registers one rule: its test runs on a store of its own. */
export type Rule = (title: string, test: (subject: Subject, context: TestContext) => Promise<void>) => void;
