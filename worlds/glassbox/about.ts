// What the Glass Box is, for cards and the page of rules. The rules are told with the settings of the usual game.
import type { About } from "@orrery/kernel";
import { rulesText } from "./prompt-rules.ts";
import { resolveConfig } from "./settings.ts";

const { seats, settings } = resolveConfig({});

export const about: About = {
  title: "Glass Box",
  summary:
    "Ten on a space station, two of them impostors. Tasks, kills, meetings, votes; everyone sees only what they see.",
  rules: rulesText(settings, seats.length).replace("# The game\n\n", ""),
};
