// How a reader wants the page: language, light or dark, how much may move. Kept by the browser, applied to the document.
import { useSyncExternalStore } from "react";
import { keep, readKept } from "./kept.ts";
import { LANGUAGES, type Language, languageTag, speak } from "./words.ts";

export const THEMES = ["system", "light", "dark"] as const;
export const MOTIONS = ["system", "reduced"] as const;
export interface PageSettings {
  readonly language: Language;
  readonly theme: (typeof THEMES)[number];
  readonly motion: (typeof MOTIONS)[number];
}

const oneOf = <const T extends string>(all: readonly T[], value: string | null): T =>
  all.find((one) => one === value) ?? all[0]!;
const languages = Object.keys(LANGUAGES) as Language[];

let settings: PageSettings | null = null;
const listeners = new Set<() => void>();

/** `?lang=` in the address wins for as long as the page is open. */
function read(): PageSettings {
  settings ??= {
    language: oneOf(languages, new URLSearchParams(location.search).get("lang") ?? readKept("language")),
    theme: oneOf(THEMES, readKept("theme")),
    motion: oneOf(MOTIONS, readKept("motion")),
  };
  return settings;
}

/** To be called before anything is shown. */
export function applySettings(): void {
  const { language, theme, motion } = read();
  speak(language);
  const { documentElement: root } = document;
  root.lang = languageTag();
  root.dataset["theme"] = theme;
  root.dataset["motion"] = motion;
}

export function setSetting<K extends keyof PageSettings>(name: K, value: PageSettings[K]): void {
  settings = { ...read(), [name]: value };
  keep(name, value);
  applySettings();
  for (const listener of listeners) listener();
}

export const useSettings = (): PageSettings =>
  useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, read);
