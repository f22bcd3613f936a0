// Figure of the table's rules core: a turn in a fight of twelve, from a player's deed to its telling by the scripted game master.
import { readFileSync } from "node:fs";
import { diceOf } from "@orrery/kernel";
import { type Table, type TableState, table } from "@orrery/worlds/table";
import { readYaml } from "../../runtime/src/yaml.ts";
import { peerMoves } from "./games.ts";
import { engineOf, MemoryRun } from "./memory-run.ts";
import { type FigureValue, inRounds, type RoundPace, ratio, tellRate } from "./rounds.ts";

const PARTY = ["ilsa", "bram", "maren", "tobin"] as const;
const FIGHTERS = 12;
type TableRunAction = Parameters<MemoryRun<Table>["play"]>[0];

/** A turn of a fight of twelve, its telling included ÷ a move of boardgame.io's. */
export async function tableTurnFigure(pace: RoundPace): Promise<FigureValue> {
  const { run, start, actions, turns } = fightOfTwelve();
  const cases = [
    { name: "peer", run: peerMoves() },
    {
      name: "table turns",
      run: () => {
        run.back(start);
        for (const action of actions) run.play(action);
        return turns;
      },
    },
  ];
  const samples = await inRounds(cases, "cpu", pace);
  tellRate("table turns", samples);
  return ratio(samples, "table turns", "peer");
}

/** A fight from its first turn for as long as all twelve are in it, and what is played in it. */
function fightOfTwelve() {
  const run = new MemoryRun<Table>(engineOf<Table>(table), { adventure: adventure(), party: PARTY });
  const bot = (): TableRunAction => {
    const ask = table.asks(run.frame.state)[0]!;
    const view = table.view(run.frame.state, ask.to);
    return table.bots.scripted({ ask, view, legal: table.legal(view, ask.to), dice: FIRST }) as TableRunAction;
  };
  const fight = ({ combat, npcs }: TableState) =>
    combat !== null && combat.order.length === FIGHTERS && Object.keys(npcs).length >= FIGHTERS - PARTY.length;
  run.play(bot());
  run.play({ actorId: run.frame.state.order[0]!, type: "choose", metadata: { key: "fight_them" } });
  run.play(bot());
  if (!fight(run.frame.state)) throw new Error("twelve should be fighting");
  const start = run.frame;
  const actions: TableRunAction[] = [];
  let turns = 0;
  for (; turns < 40 && fight(run.frame.state); turns++) {
    const deed = bot();
    run.play(deed);
    const telling = bot();
    run.play(telling);
    if (fight(run.frame.state)) actions.push(deed, telling);
  }
  const rounds = actions.length / 2;
  if (rounds < 10) throw new Error(`only ${rounds} turns of twelve were fought`);
  return { run, start, actions, turns: rounds };
}

/** The shipped adventure, with eight in the way of the party from its first scene. */
function adventure(): Table["config"]["adventure"] {
  const file = new URL("../../worlds/table/data/third-bell.yaml", import.meta.url);
  const foes = Array.from(
    { length: FIGHTERS - PARTY.length },
    (_, i) => `      - { block: ogre, name: Ogre ${i + 1} }\n`,
  );
  const text = readFileSync(file, "utf8")
    .replace(/^world: table$/m, "")
    .replace(/( {2}toll_fight:\n {4}text: .*\n {4}foes:\n)(?: {6}- .*\n)+/, `$1${foes.join("")}`)
    .replace(/^( {2}green:\n[\s\S]*?\n {4}choices:\n)/m, `$1${FIGHT}`);
  const read = readYaml(text);
  const compiled = read.ok ? table.text.compile(read.doc) : read;
  if (!compiled.ok) throw new Error(compiled.problems.map(({ line, message }) => `${line}: ${message}`).join("\n"));
  return compiled.config.adventure;
}

const FIGHT = `      fight_them:
        text: Fight them
        says: Eight of them, and four of you.
        do:
          - fight: toll_fight
`;
const FIRST = diceOf(
  () => "",
  (_purpose, low) => low,
  () => FIRST,
);
