// A story in one file, played where it stands: the rules, the parser and the words run in the page, and no server is asked anything.
import { type AnyWorld, loadWorld } from "@orrery/kernel";
import { Solo } from "@orrery/runtime/solo";
import type { SoloWorld } from "@orrery/runtime/solo-worlds";
import { house } from "@orrery/worlds/house";
import { tictactoe } from "@orrery/worlds/tictactoe";
import { hashText } from "../fold/hash.ts";
import { t } from "../words.ts";
import { drawPage } from "./page.ts";
import "../tokens.css";
import "./player.css";

/** What the file holds. */
interface PlayerFile {
  readonly id: string;
  readonly title: string;
  readonly plays: SoloWorld;
  readonly config: unknown;
}
/** What the browser keeps: the dice, and all that was typed since the beginning. */
interface Saved {
  readonly seed: string;
  readonly said: readonly string[];
}

const newSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Null where nothing was saved, or a browser keeps nothing for files. */
function readSaved(key: string): Saved | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Saved | null;
  } catch {
    return null;
  }
}

function save(key: string, saved: Saved): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(saved));
    return true;
  } catch {
    return false;
  }
}

const WORLDS: Readonly<Record<SoloWorld, AnyWorld>> = { house: house as AnyWorld, tictactoe: tictactoe as AnyWorld };

function begin(): void {
  const kept = JSON.parse(document.getElementById("story")!.textContent!) as PlayerFile;
  const engine = loadWorld(WORLDS[kept.plays], hashText);
  const key = `orrery play ${kept.id}`;
  const saved = readSaved(key) ?? { seed: newSeed(), said: [] };
  const { seed } = saved;
  const game = new Solo(engine, kept.config, seed);
  for (const line of saved.said) game.say(line);
  const draw = drawPage(kept.title, game, () => {
    const said = game.story.slice(1).map((moment) => moment.said);
    if (!save(key, { seed, said })) draw(t("playNotKept"));
    else draw();
  });
  draw();
}

begin();
