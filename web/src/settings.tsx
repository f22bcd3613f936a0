// How the page looks and speaks, for this browser; and which models this server has, by name. No key is ever here.
import { useEffect, useState } from "react";
import { SETTINGS } from "./address.ts";
import style from "./home.module.css";
import parts from "./parts/parts.module.css";
import { Masthead, Notice, Title } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { keysAreOn, setKeysOn } from "./run/keys.tsx";
import { type Settings as Kept, MOTIONS, setSetting, THEMES, useSettings } from "./settings-kept.ts";
import { models as listModels, type ModelCard, messageOf } from "./wire.ts";
import { LANGUAGES, type Language, t, type Word } from "./words.ts";

export function Settings() {
  const settings = useSettings();
  const [keys, setKeys] = useState(keysAreOn);
  const [models, setModels] = useState<readonly ModelCard[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Asks the models' own servers too, so only when it is wanted.
  const look = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    await listModels().then(setModels, (error) => setProblem(messageOf(error)));
    setBusy(false);
  };
  useEffect(() => {
    document.title = t("titleOf", { page: t("settings") });
  });
  return (
    <div className={style.page}>
      <Masthead here={SETTINGS} />
      <main className={style.settings}>
        <Title>{t("settings")}</Title>
        <p className={style.lead}>{t("settingsText")}</p>
        <Choice
          name="theme"
          title="theme"
          options={THEMES.map((one) => [one, t(THEME_WORDS[one])] as const)}
          value={settings.theme}
        />
        <Choice
          name="motion"
          title="motion"
          options={MOTIONS.map((one) => [one, t(MOTION_WORDS[one])] as const)}
          value={settings.motion}
        />
        <Choice
          name="language"
          title="language"
          options={(Object.keys(LANGUAGES) as Language[]).map((one) => [one, LANGUAGE_NAMES[one]()] as const)}
          value={settings.language}
        />
        <fieldset className={style.setting}>
          <legend>{t("keyboard")}</legend>
          <label>
            <input
              type="checkbox"
              checked={keys}
              onChange={(event) => {
                setKeysOn(event.target.checked);
                setKeys(event.target.checked);
              }}
            />
            <span>{t("keysSetting")}</span>
          </label>
        </fieldset>
        <section className={style.setting}>
          <h2>{t("models")}</h2>
          <p>{t("modelsText")}</p>
          <button type="button" className={parts.button} aria-disabled={busy} onClick={look}>
            {busy ? t("lookingAround") : t("modelsLook")}
          </button>
          {problem && (
            <Notice kind="bad">
              <Own>{problem}</Own>
            </Notice>
          )}
          {models?.length === 0 && <p>{t("modelsNone")}</p>}
          {models && models.length > 0 && (
            <ul className={style.modelList}>
              {models.map(({ name, provider, model, roles, key }) => (
                <li key={name}>
                  <b translate="no">{name}</b>{" "}
                  <Own>
                    {provider} · {model}
                  </Own>
                  <small>
                    {[
                      ...(roles.length > 0 ? [t("modelsRoles", { roles: roles.join(", ") })] : []),
                      ...(key ? [t(key.found ? "modelsKeyFound" : "modelsKeyMissing", { from: key.from })] : []),
                    ].join(" · ")}
                  </small>
                </li>
              ))}
            </ul>
          )}
          <p>{t("modelsKeys")}</p>
        </section>
      </main>
    </div>
  );
}

const THEME_WORDS: Readonly<Record<Kept["theme"], Word>> = { system: "asSystem", light: "light", dark: "dark" };
const MOTION_WORDS: Readonly<Record<Kept["motion"], Word>> = { system: "asSystem", reduced: "lessMotion" };
/** A language is called as it calls itself. */
const LANGUAGE_NAMES: Readonly<Record<Language, () => string>> = {
  en: () => LANGUAGES.en,
  pseudo: () => t("pseudo"),
};

function Choice<K extends keyof Kept>({
  name,
  title,
  options,
  value,
}: {
  name: K;
  title: Word;
  options: readonly (readonly [value: Kept[K], label: string])[];
  value: Kept[K];
}) {
  return (
    <fieldset className={style.setting}>
      <legend>{t(title)}</legend>
      {options.map(([one, label]) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => setSetting(name, one)} />
          <span translate={one === "en" ? "no" : undefined}>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
