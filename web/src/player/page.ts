// What a played file looks like: the story as it was told, a line to type, and three buttons. Draws a game and decides nothing of it.
import type { Solo } from "@orrery/runtime/solo";
import { t } from "../words.ts";

/** Draws anew; a notice stands under the line until the next drawing. */
export type Draw = (notice?: string) => void;

/** `changed` is called after each line and each way back. */
export function drawPage(title: string, game: Solo, changed: () => void): Draw {
  const page = document.getElementById("page")!;
  const story = element("div", { role: "log", id: "told", "aria-live": "polite", tabindex: "0", "aria-label": title });
  const field = element("input", { id: "words", autocomplete: "off", autocapitalize: "off", enterkeyhint: "send" });
  const form = element("form", { id: "typed" });
  const choices = element("div", { id: "choices" });
  const notice = element("p", { id: "notice", role: "status" });
  const label = element("label", { for: "words", class: "unseen" }, t("whatDoYouDo"));
  const send = element("button", { type: "submit" }, t("say"));
  const undo = element("button", { type: "button", "data-do": "undo" }, t("playUndo"));
  const restart = element("button", { type: "button", "data-do": "restart" }, t("playRestart"));
  const keep = element("button", { type: "button", "data-do": "keep" }, t("playTranscript"));
  const tools = element("nav", { "aria-label": t("playTools") });
  tools.append(undo, restart, keep);
  form.append(label, field, send);
  const head = element("header", {});
  head.append(element("h1", {}, title), tools);
  const foot = element("footer", {});
  foot.append(choices, form, notice);
  const main = element("main", {});
  main.append(story, foot);
  page.replaceChildren(head, main);

  /** Everything typed, for the arrow keys; what was taken back too. */
  const typed: string[] = game.story.slice(1).map(({ said }) => said);
  let back = 0;
  const say = (text: string) => {
    if (text.trim() === "") return;
    typed.push(text);
    back = 0;
    field.value = "";
    game.say(text);
    changed();
    field.focus();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say(field.value);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    back = Math.max(0, Math.min(typed.length, back + (event.key === "ArrowUp" ? 1 : -1)));
    field.value = back === 0 ? "" : typed.at(-back)!;
  });
  const rewind = (how: "undo" | "restart") => {
    game[how]();
    changed();
    field.focus();
  };
  undo.addEventListener("click", () => rewind("undo"));
  // A whole story is not thrown away by one slip: the second press does it.
  restart.addEventListener("click", () => {
    if (restart.dataset["sure"] !== undefined) rewind("restart");
    else {
      restart.dataset["sure"] = "";
      restart.textContent = t("playRestartSure");
    }
  });
  keep.addEventListener("click", () => download(title, transcriptOf(title, game)));

  return (words = "") => {
    delete restart.dataset["sure"];
    restart.textContent = t("playRestart");
    story.replaceChildren(...game.story.flatMap(({ said, told }) => turnOf(said, told.text)));
    const open = game.story.at(-1)!.told.choices;
    choices.replaceChildren(
      ...open.map((choice) => {
        const button = element("button", { type: "button", translate: "no" }, choice);
        button.addEventListener("click", () => say(choice));
        return button;
      }),
    );
    undo.disabled = !game.canGoBack;
    restart.disabled = game.story.length === 1;
    field.placeholder = game.ending === null ? t("whatDoYouDo") : t("playEnded");
    notice.textContent = words;
    const newest = story.querySelector("[data-turn]:last-of-type");
    if (game.story.length > 1) newest?.scrollIntoView({ block: "start" });
    field.focus({ preventScroll: true });
  };
}

/** One line and what was told to it, as paragraphs. */
function turnOf(said: string, text: string): HTMLElement[] {
  const turn = element("section", { "data-turn": "" });
  if (said !== "") turn.append(element("p", { class: "said" }, said));
  for (const paragraph of text.split("\n\n")) turn.append(element("p", { translate: "no" }, paragraph));
  return [turn];
}

const transcriptOf = (title: string, game: Solo): string =>
  [title, ...game.story.flatMap(({ said, told }) => [...(said === "" ? [] : [`> ${said}`]), told.text])].join("\n\n");

function download(title: string, text: string): void {
  const link = element("a", { download: `${title}.txt` });
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.click();
  URL.revokeObjectURL(link.href);
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  text = "",
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== "") made.textContent = text;
  return made;
}
