// Work under an id: a fault is said to the person who asks, a bug goes to the server's log and is not told outside.
import assert from "node:assert/strict";
import { it } from "node:test";
import { Fault } from "@orrery/runtime";
import { openJobs } from "../src/jobs.ts";

it("hands a bug to the server and tells the caller only that something broke", async () => {
  const bugs: unknown[] = [];
  const jobs = openJobs<string>((error) => bugs.push(error));
  const bug = new TypeError("secret detail");
  jobs.start("a", "begun", () => Promise.reject(bug));
  jobs.start("b", "begun", () => Promise.reject(new Fault("unknown_run", "There is no run.")));
  assert.equal(jobs.progress("a"), "begun");
  await Promise.all([jobs.stop("a"), jobs.stop("b")]);
  assert.deepEqual(bugs, [bug]);
  assert.match(jobs.why("a")!, /^Something broke here/);
  assert.equal(jobs.why("b"), "There is no run.");
  assert.equal(jobs.progress("a"), null);
});
