// What the command line says of itself: all commands at a glance, one of them in full, and what was perhaps meant.
import { nearest } from "@orrery/models/config";
import { CALL } from "./call.ts";
import { wrapText } from "./terminal.ts";

/** How each is written in full, and what it does; in the groups in which they are listed. */
const GROUPS: readonly (readonly [
  title: string,
  commands: Readonly<
    Record<string, readonly [form: string, meaning: string, flags?: readonly (readonly [string, string])[]]>
  >,
])[] = [
  [
    "Play",
    {
      worlds: ["worlds", "what can be started"],
      play: [
        "play <world|run> [--seed TEXT] [--script FILE|-] [--as ACTOR] [--agents LINEUP] [--learn] [--parser model:NAME] [--narrator model:NAME]",
        "play, line by line; with --as the others are bots, or the agents that --agents names; models may read what is typed and tell what happens",
      ],
      new: [
        "new <world> [--config JSON] [--seed TEXT]",
        "start a run; a world is a name, the path of a YAML file, or of a folder with a world in it",
      ],
      run: [
        "run <world|run> [--agents LINEUP] [--budget B] [--record FILE] [--replay FILE|RUN] [--learn] [--seed TEXT] [--games N] [--turns N] [--standing]",
        "let bots, or models, play every seat to the end, or go on where a run stopped",
      ],
      league: [
        "league run|table|games|list|export [<league>|<folder>] [--world W] [--config JSON] [--agents A=bot:X,…] [--traits JSON] [--prompts A=FOLDER,…] [--games N] [--seed TEXT] [--arms A,…] [--learn] [--protocol NAME] [--paired] [--teams|--mixed] [--concurrency N] [--budget B] [--csv]",
        "play many games for ratings, show them, or write them as a dataset into a folder; the same words go on where they stopped",
        [
          ["--agents", "who is rated: NAME=bot:X, NAME=model:X, or NAME@SIDE=… for one side alone"],
          [
            "--prompts",
            "own prompts of entrants, a folder each with files as prompts eject writes them; the texts belong to the plan",
          ],
          [
            "--traits",
            'what somebody is beside its agent: {"NAME":{"persona":"A retired detective","strategyLevel":2,"metaLevel":"direct"}}',
          ],
          [
            "--arms",
            "what is learned: off (nothing crosses; the default), on (what a name wrote down in a block of games, it has in the next), placebo (it has another's); several, as off,on, play the same games",
          ],
          [
            "--learn",
            "models and programs bring what they learned before, in the arm on, and keep what they learn: see learned",
          ],
          ["--protocol", "a frozen plan by name, such as glassbox-4: --agents are played beside its baselines"],
          ["--paired", "the games of a block share one seed"],
          ["--teams", "each side is one name throughout, and each meets each: usual where two sides meet"],
          ["--mixed", "names sit side by side, and move on by one seat from game to game"],
          ["--concurrency", "games at a time, all in this process; 4 unless told"],
        ],
      ],
      learned: [
        "learned [list] | show AGENT [--version N] | export AGENT [--version N] | import FILE [--name AGENT] | forget AGENT [--world W]",
        "what agents learned in games that were begun with --learn, by agent and world, version by version",
        [
          [
            "AGENT",
            "as a lineup names it: model:clever; in quotes where a league gave it traits: 'model:clever as bold'",
          ],
          ["--version", "that version and not the newest"],
          ["--name", "the agent that gets it as its newest version; the file's own unless told"],
          ["--world", "the world where it was learned, where that is not clear"],
        ],
      ],
      experiment: [
        "experiment FILE [--concurrency N]",
        "play the arms of an experiment with the same seeds, and show what they changed; the same words go on where they stopped",
        [["--concurrency", "seeds at a time, all in this process; 4 unless told"]],
      ],
      serve: [
        "serve [--port N] [--host H] [--examples] [--world DIR,…] [--agents LINEUP] [--parser model:NAME] [--narrator model:NAME]",
        "the web page and the HTTP interface; with examples, if there is no run yet; with the worlds of these folders",
      ],
      seat: [
        "seat <run> <actor> [--branch B,…] [--name WHOM] [--hours N]",
        "a token that lets its bearer play one actor, on these branches (main alone unless told), and nothing else",
        [
          ["--name", "whom it is for; `seats` shows it"],
          ["--hours", "how long it is good; until it is revoked, unless told"],
        ],
      ],
      seats: ["seats <run> [--revoke SEAT]", "the seats that were given out; with --revoke one of them ends for good"],
    },
  ],
  [
    "Look",
    {
      runs: ["runs", "all runs"],
      show: ["show <run> [--branch B] [--at N] [--as VIEWER]", "where a run stands, or stood"],
      log: ["log <run> [--branch B] [--as VIEWER]", "all that happened"],
      tell: [
        "tell <run> [--round N] [--narrator model:NAME] [--branch B] [--json]",
        "a story run as prose: every round that has ended and was not told yet, or one again",
      ],
      telling: [
        "telling <run> <turn> [--as VIEWER] [--again [--narrator model:NAME] | --text TEXT | --choose N | --speak FILE [--speaker model:NAME]] [--branch B]",
        "what the rules told of a turn beside all other tellings of it, and which is shown",
        [
          ["--again", "have a model tell it once more, and show that"],
          ["--text", "show your own words in its place"],
          ["--choose", "show the telling with this number; 0 is the rules' own"],
          ["--speak", "write what is shown into a file as sound, read aloud by the model with the role speaker"],
        ],
      ],
      why: [
        "why <run> <turn> | --of ENTITY[.ATTRIBUTE] [--at N] [--branch B]",
        "why a turn came out as it did, or why a thing is as it is",
      ],
      knows: ["knows <run> <thing> [--as ACTOR] [--at N] [--branch B]", "who knows a thing, since when, and how"],
      recall: [
        "recall <run> --as ACTOR [--query TEXT [--near]] [--about THING] [--k N] [--at N] [--branch B]",
        "what an actor remembers that matters, and why it was chosen",
      ],
      diff: ["diff <run> A B", "compare two places, each branch or branch@turn"],
      judge: [
        "judge <run> [--agents judge=bot:rubric] [--reveal] [--branch B]",
        "seat judges at a run that has ended, and print their verdict; judging again keeps it",
        [["--reveal", "name the team of each entry; only after a verdict"]],
      ],
      verify: ["verify [<run>]", "replay everything and check every hash"],
      models: [
        "models [NAME…] [--check] | discover [URL…] | schema",
        "the configured models: keys, servers, prices; with --check one small call each; or what servers on this machine have; or the JSON Schema of orrery.config.json",
      ],
      prompts: [
        "prompts [list] | show NAME | eject NAME | diff NAME",
        "the fixed texts that models are given; an ejected one stands in ./prompts and is used from then on",
      ],
      drift: [
        "drift <run> [--branch B]",
        "what models at a table wrote although the rules compute it, field by field, and what was refused",
      ],
      calls: [
        "calls <run> [--turn N] [--branch B]",
        "what models were asked and said, with problems, tokens, cost and time",
      ],
      bill: ["bill [<run>]", "what models have cost, in all or in one run: by model, day and run"],
    },
  ],
  [
    "Change",
    {
      branch: ["branch <run> --at N --name B [--from B] [--dice keep|fresh]", "another way from turn N on"],
      rollback: ["rollback <run> --to N [--branch B]", "go back; what came after stays in the history"],
      god: ["god <run> <action JSON> [--branch B]", "change the world from outside; recorded and undoable"],
      undo: ["undo <run> <turn> [--branch B] [--as-if-never]", "take a turn back, or branch as if it had never been"],
      reveal: ["reveal <run> [--branch B]", "open the seed of the dice and commit to a new one"],
    },
  ],
  [
    "Keep",
    {
      world: [
        "world new NAME [FILE] [--world W] | new --code NAME [FOLDER] | check FILE|FOLDER [--tries N] | test FOLDER | schema [--world W] | precedents <run>",
        "begin a world of your own, judge it, run its tests, print the JSON Schema of its text, or see what was ruled in a run",
        [
          ["--code", "a world as code: a folder with an index.ts, instead of a text"],
          ["--world", "of which world a new text is; the house unless told"],
          ["--tries", "acts that are tried to find out whether a text can be won"],
        ],
      ],
      export: [
        "export <run> [--html FILE | --play FILE] | <run> --as NAME [--OPTION VALUE …] [--out DIR] [--branch B]",
        "the whole run as NDJSON on stdout, or as one page that opens from disk, or as the files of an export of its world",
        [
          ["--as", "an export of the world, such as transcript; a name that is none lists those there are"],
          ["--out", "the folder to write to; one file goes to stdout without it"],
        ],
      ],
      import: [
        "import FILE|-|DIR [--as FORMAT] [--json]",
        "take an exported run in, or a folder of another simulator; the same folder again adds what is new",
        [["--as", "what the folder is, where it does not say so itself: oasis"]],
      ],
      character: [
        "character list|new [--config JSON] [--json]",
        "the ready-made characters of the table, or one made by the rules from your choices, for a text's `party:`",
        [["--config", "the choices as JSON; without it they are asked for one by one"]],
      ],
      table: [
        "table check --state FILE --input TEXT --response FILE [--debug] [--json]",
        "judge one response of a game master against the protocol of the table",
      ],
      recording: ["recording <run> [--branch B]", "as NDJSON: what --replay plays again without any model"],
      backup: ["backup FILE", "a whole copy of the database"],
    },
  ],
];
const LINES = new Map(GROUPS.flatMap(([, commands]) => Object.entries(commands)));

/** Help for one command, or for all; no line is longer than a terminal usually is wide. */
export function usage(command: string | undefined): string {
  const one = command === undefined ? undefined : LINES.get(command);
  if (one) {
    const [how, meaning, flags = []] = one;
    const own = flags.map(([flag, what]) => `${hanging(`  ${flag.padEnd(15)}`, what)}\n`).join("");
    return `${form(how)}\n${wrapText(`  ${meaning}`, WIDE)}\n\n${own}${COMMON}`;
  }
  const long = Math.max(...[...LINES.keys()].map((name) => name.length));
  const groups = GROUPS.map(([title, commands]) =>
    [
      title,
      ...Object.entries(commands).map(([name, [, meaning]]) => hanging(`  ${name.padEnd(long)}  `, meaning)),
    ].join("\n"),
  );
  return `${CALL} <command>\n\n${groups.join("\n\n")}\n\n${hanging("  ", "`help <command>` says how one is written. To begin: play house/cottage")}\n\n${COMMON}`;
}

/** How one command is written, printed after a mistake in it. */
export const shortUsage = (command: string): string => {
  const one = LINES.get(command);
  return one ? `${form(one[0])}\n` : "";
};

/** "Did you mean …?", or where to find what there is. */
export function orNearest(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  return near === null ? `${CALL} help lists what there is.` : `Did you mean "${near}"? ${CALL} help lists them all.`;
}

const WIDE = 80;
const form = (text: string): string => hanging(`${CALL} `, text, "    ");
function hanging(head: string, text: string, indent = " ".repeat(head.length)): string {
  const [first = "", ...rest] = wrapText(text, WIDE - head.length).split("\n");
  return [
    head + first,
    ...wrapText(rest.join(" "), WIDE - indent.length)
      .split("\n")
      .filter(Boolean)
      .map((line) => indent + line),
  ].join("\n");
}

const COMMON = `  LINEUP      who plays which seat: x=model:NAME,o=person,*=bot:random
              (models are named in orrery.config.json; model:a>b asks b where a
              fails; agent:FILE.mjs runs it)
  --budget    what models may use: calls=50,tokens=200000,money=0.5
  --on-fault  when a model gives no answer: stop (the run waits; usual), wait
              (the seat lets its turn pass) or bot (a bot moves once)
  --mode      record (calls are kept with the run; the default), cache, or live
  --db FILE   the database (else ORRERY_DB, else ./data/orrery.db)
  --json      one JSON value on stdout, or one per line where there are many
Exit: 0 done, 1 refused or not found, 2 used wrongly, 3 broken data.
`;
