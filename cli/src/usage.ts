// What the command line says of itself.

const LINES: Readonly<Record<string, readonly [form: string, meaning: string]>> = {
  worlds: ["worlds", "what can be started"],
  world: [
    "world check FILE [--tries N] | new NAME [FILE] | precedents <run>",
    "judge a world of your own, begin one, or see what was ruled in a run",
  ],
  new: ["new <world> [--config JSON] [--seed TEXT]", "start a run; a world is a name or the path of a YAML file"],
  play: [
    "play <world|run> [--seed TEXT] [--script FILE|-] [--as ACTOR] [--agents LINEUP] [--parser model:NAME] [--narrator model:NAME]",
    "play, line by line; with --as the others are bots, or whoever --agents says; models may read what is typed and tell what happens",
  ],
  run: [
    "run <world|run> [--agents LINEUP] [--budget B] [--record FILE] [--replay FILE|RUN] [--seed TEXT] [--games N] [--turns N]",
    "let bots, or models, play every seat to the end, or go on where a run stopped",
  ],
  models: [
    "models [NAME…] [--check]",
    "the configured models: keys, servers, prices; with --check one small call each",
  ],
  calls: [
    "calls <run> [--turn N] [--branch B]",
    "what models were asked and said, with problems, tokens, cost and time",
  ],
  recording: ["recording <run> [--branch B]", "as NDJSON: what --replay plays again without any model"],
  runs: ["runs", "all runs"],
  show: ["show <run> [--branch B] [--at N] [--as VIEWER]", "where a run stands, or stood"],
  log: ["log <run> [--branch B] [--as VIEWER]", "all that happened"],
  why: [
    "why <run> <turn> | --of ENTITY[.ATTRIBUTE] [--at N] [--branch B]",
    "why a turn came out as it did, or why a thing is as it is",
  ],
  recall: [
    "recall <run> --as ACTOR [--query TEXT] [--about THING] [--k N] [--at N] [--branch B]",
    "what an actor remembers that matters, and why it was chosen",
  ],
  knows: ["knows <run> <thing> [--as ACTOR] [--at N] [--branch B]", "who knows a thing, since when, and how"],
  branch: ["branch <run> --at N --name B [--from B] [--dice keep|fresh]", "another way from turn N on"],
  rollback: ["rollback <run> --to N [--branch B]", "go back; what came after stays in the history"],
  diff: ["diff <run> A B", "compare two places, each branch or branch@turn"],
  god: ["god <run> <action JSON> [--branch B]", "change the world from outside; recorded and undoable"],
  undo: ["undo <run> <turn> [--branch B] [--as-if-never]", "take a turn back, or branch as if it had never been"],
  verify: ["verify [<run>]", "replay everything and check every hash"],
  reveal: ["reveal <run> [--branch B]", "open the seed of the dice and commit to a new one"],
  export: ["export <run> [--html FILE]", "the whole run as NDJSON on stdout, or as one page that opens from disk"],
  import: ["import FILE|-", "take an exported run in"],
  backup: ["backup FILE", "a whole copy of the database"],
  seat: ["seat <run> <actor>", "a token that lets its bearer play one actor and nothing else"],
  league: [
    "league run|table|games|list [<league>] [--world W] [--agents A=bot:X,…] [--games N] [--seed TEXT] [--csv]",
    "play many games for ratings, or show them; the same words go on where they stopped",
  ],
  serve: [
    "serve [--port N] [--host H] [--examples] [--agents LINEUP] [--parser model:NAME] [--narrator model:NAME]",
    "the web page and the HTTP interface; with examples, if there is no run yet",
  ],
};

/** Help for one command, or for all. */
export function usage(command: string | undefined): string {
  const one = command !== undefined && Object.hasOwn(LINES, command) ? LINES[command] : undefined;
  if (one) return `npm run --silent orrery -- ${one[0]}\n  ${one[1]}\n\n${COMMON}`;
  const wide = Math.max(...Object.values(LINES).map(([form]) => form.length));
  const list = Object.values(LINES).map(([form, meaning]) => `  ${form.padEnd(wide)}  ${meaning}`);
  return `npm run --silent orrery -- <command>\n\n${list.join("\n")}\n\n${COMMON}`;
}

const COMMON = `  LINEUP      who plays which seat: x=model:NAME,o=person,*=bot:random (models are named in orrery.config.json)
  --budget    what models may use: calls=50,tokens=200000,money=0.5
  --mode      record (calls are kept with the run; the default), cache, or live
  --db FILE   the database (else ORRERY_DB, else ./data/orrery.db)
  --json      one JSON value on stdout, or one per line where there are many
Exit: 0 done, 1 refused or not found, 2 used wrongly, 3 broken data.
`;
