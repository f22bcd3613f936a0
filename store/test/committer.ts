// A process of its own that commits to a database file until it is killed, and says on stdout what was acknowledged, line by line.
import { writeSync } from "node:fs";
import { openSqlite } from "../src/sqlite.ts";
import { sampleRun, turnAfter } from "../testing/sample.ts";

const [file, tag, branch] = process.argv.slice(2) as [string, string, string];
const store = openSqlite(file);
/** Straight to the pipe: what the parent has read was acknowledged before the kill. */
const acknowledge = (...words: (string | number)[]) => writeSync(1, `${words.join(" ")}\n`);

let head = (await store.head("a", branch)) ?? (await store.createRun(sampleRun("a")));
for (let i = 0; ; i++) {
  const turn = turnAfter(head, `${tag}n${i}`, `round ${tag}, turn ${i}: ${"word ".repeat(i % 200)}`);
  const done = await store.append(head, turn);
  head = done.head;
  if (done.ok) acknowledge("turn", turn.id, turn.hash);
  if (i % 5 === 2) {
    const ask = `ask-${tag}-${i}`;
    await store.keepAnswer("a", { branch, at: head.id, ask, actor: "ada", answer: JSON.stringify(i), receivedAt: i });
    acknowledge("answer", ask, i);
  }
  if (i % 7 === 3) {
    await store.addNotes("a", [{ turnId: turn.id, teller: "template", viewer: "", text: `Told in ${tag}.`, at: i }]);
    acknowledge("note", turn.id);
  }
  if (i % 11 === 4) await store.saveSnapshot(head, `state after ${head.id}`);
  if (i % 13 === 5) {
    const back = await store.moveHead(head, await store.ancestor(head, Math.max(0, head.turn - 3)), "undo", i);
    head = back.head;
    if (back.ok) acknowledge("moved", head.id);
  }
}
