// Which page is shown. Everything it knows comes from the address and from the server.
import { lazy, Suspense, useEffect, useState } from "react";
import { HOME, useAddress } from "./address.ts";
import style from "./home.module.css";
import { Home } from "./home.tsx";
import { Login } from "./login.tsx";
import parts from "./parts/parts.module.css";
import { Masthead, To, Working } from "./parts/parts.tsx";
import { RunPage } from "./run/page.tsx";
import { useSettings } from "./settings-kept.ts";
import { Problem } from "./wire.ts";
import { t } from "./words.ts";

const Write = lazy(async () => ({ default: (await import("./write.tsx")).Write }));
const Worlds = lazy(async () => ({ default: (await import("./worlds.tsx")).Worlds }));
const Leagues = lazy(async () => ({ default: (await import("./leagues.tsx")).Leagues }));
const Settings = lazy(async () => ({ default: (await import("./settings.tsx")).Settings }));

/** Another language is another page: all of it is said again. */
export function App() {
  const { language } = useSettings();
  return <Chosen key={language} />;
}

function Chosen() {
  const address = useAddress();
  const [locked, setLocked] = useState(false);
  const onProblem = (error: unknown) => {
    if (error instanceof Problem && error.status === 401) setLocked(true);
  };
  // A newly opened page is announced from its top; moving about within a run is not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of page scrolls
  useEffect(() => {
    scrollTo(0, 0);
  }, [address.page]);
  if (locked) return <Login onOpen={() => setLocked(false)} />;
  switch (address.page) {
    case "home":
      return <Home onProblem={onProblem} />;
    case "run":
      return (
        <RunPage key={`${address.run}\n${address.branch}`} place={address} run={address.run} onProblem={onProblem} />
      );
    case "nowhere":
      return <Nowhere />;
    default:
      return (
        <Suspense fallback={<Working>{t("opening")}</Working>}>
          {address.page === "write" && <Write from={address.from} onProblem={onProblem} />}
          {address.page === "worlds" && <Worlds chosen={address.world} onProblem={onProblem} />}
          {address.page === "leagues" && (
            <Leagues
              key={`${address.league}`}
              league={address.league}
              entrant={address.entrant}
              onProblem={onProblem}
            />
          )}
          {address.page === "settings" && <Settings />}
        </Suspense>
      );
  }
}

function Nowhere() {
  useEffect(() => {
    document.title = t("titleOf", { page: t("nothingThere") });
  }, []);
  return (
    <div className={style.page}>
      <Masthead here="" />
      <main className={style.main}>
        <section className={style.hero}>
          <h1>{t("nothingThere")}</h1>
          <p>{t("nothingThereText")}</p>
          <div className={parts.row}>
            <To path={HOME} className={parts.primary}>
              {t("toFirstPage")}
            </To>
          </div>
        </section>
      </main>
    </div>
  );
}
