// How the page looks and speaks, for this browser; and, for the server, its models, what they cost and what agents learned. No key is ever here.
import { useEffect, useState } from "react";
import { COSTS, LESSONS, SETTINGS } from "./address.ts";
import home from "./home.module.css";
import { later } from "./parts/later.tsx";
import { Masthead, Title, To } from "./parts/parts.tsx";
import { keysAreOn, setKeysOn } from "./run/keys.tsx";
import style from "./settings.module.css";
import { type PageSettings as Kept, MOTIONS, setSetting, THEMES, useSettings } from "./settings-kept.ts";
import { type SettingsWord, say } from "./settings-words.ts";
import { LANGUAGES, type Language, t } from "./words.ts";

const ModelSettings = later(async () => (await import("./settings-models.tsx")).ModelSettings);
const Costs = later(async () => (await import("./costs.tsx")).Costs);
const Lessons = later(async () => (await import("./lessons.tsx")).Lessons);

/** `path`: which of the pages of settings it is. */
export function Settings({ path }: { path: string }) {
  const title = path === COSTS ? t("costs") : path === LESSONS ? say("lessons") : t("settings");
  useEffect(() => {
    document.title = t("titleOf", { page: title });
  }, [title]);
  const places = [
    [SETTINGS, t("settings")],
    [COSTS, say("placeCosts")],
    [LESSONS, say("placeLessons")],
  ] as const;
  return (
    <div className={home.page}>
      <Masthead here={SETTINGS} />
      <main className={style.settings}>
        <nav className={style.places} aria-label={t("settings")}>
          {places.map(([to, name]) => (
            <To key={to} path={to} aria-current={to === path ? "page" : undefined}>
              {name}
            </To>
          ))}
        </nav>
        {path === COSTS ? <Costs /> : path === LESSONS ? <Lessons /> : <First />}
      </main>
    </div>
  );
}

function First() {
  const settings = useSettings();
  const [keys, setKeys] = useState(keysAreOn);
  return (
    <>
      <Title>{t("settings")}</Title>
      <section className={style.part} aria-labelledby="browser">
        <h2 id="browser">{say("page")}</h2>
        <p>{say("pageText")}</p>
        <Choice
          name="theme"
          title="theme"
          options={THEMES.map((one) => [one, say(THEME_WORDS[one])] as const)}
          value={settings.theme}
        />
        <Choice
          name="motion"
          title="motion"
          options={MOTIONS.map((one) => [one, say(MOTION_WORDS[one])] as const)}
          value={settings.motion}
        />
        <Choice
          name="language"
          title="language"
          options={(Object.keys(LANGUAGES) as Language[]).map((one) => [one, LANGUAGE_NAMES[one]()] as const)}
          value={settings.language}
        />
        <fieldset className={style.setting}>
          <legend>{say("keyboard")}</legend>
          <label>
            <input
              type="checkbox"
              checked={keys}
              onChange={(event) => {
                setKeysOn(event.target.checked);
                setKeys(event.target.checked);
              }}
            />
            <span>{say("keysSetting")}</span>
          </label>
        </fieldset>
      </section>
      <ModelSettings />
    </>
  );
}

const THEME_WORDS: Readonly<Record<Kept["theme"], SettingsWord>> = { system: "asSystem", light: "light", dark: "dark" };
const MOTION_WORDS: Readonly<Record<Kept["motion"], SettingsWord>> = { system: "asSystem", reduced: "lessMotion" };
/** A language is called as it calls itself. */
const LANGUAGE_NAMES: Readonly<Record<Language, () => string>> = {
  en: () => LANGUAGES.en,
  pseudo: () => say("pseudo"),
};

function Choice<K extends keyof Kept>({
  name,
  title,
  options,
  value,
}: {
  name: K;
  title: SettingsWord;
  options: readonly (readonly [value: Kept[K], label: string])[];
  value: Kept[K];
}) {
  return (
    <fieldset className={style.setting}>
      <legend>{say(title)}</legend>
      {options.map(([one, label]) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => setSetting(name, one)} />
          <span translate={one === "en" ? "no" : undefined}>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
