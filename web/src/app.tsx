// Which page is shown. Everything it knows comes from the address and from the server.
import { useEffect, useState } from "react";
import { HOME, useAddress } from "./address.ts";
import style from "./home.module.css";
import { Home } from "./home.tsx";
import { Login } from "./login.tsx";
import { later, Whole } from "./parts/later.tsx";
import parts from "./parts/parts.module.css";
import { Masthead, Title, To } from "./parts/parts.tsx";
import { Opening } from "./run/opening.tsx";
import { useSettings } from "./settings-kept.ts";
import { Problem } from "./wire.ts";
import { t } from "./words.ts";

const loadRun = async () => (await import("./run/page.tsx")).RunPage;
const RunPage = later(loadRun, (_, waiting) => <Opening>{waiting}</Opening>);
// On the way to a run the page need not find that out first; from elsewhere, the first sign of a hand says that one may go to a run soon.
if (location.pathname.startsWith("/runs/")) loadRun().catch(() => {});
// A pointer that rests where the page comes up is over it without a hand.
else
  for (const sign of ["pointermove", "pointerdown", "keydown"])
    addEventListener(sign, () => loadRun().catch(() => {}), { once: true });

const Compare = later(async () => (await import("./run/compare/compare-page.tsx")).ComparePage);
const Write = later(async () => (await import("./write.tsx")).Write);
const Worlds = later(async () => (await import("./worlds.tsx")).Worlds);
const Leagues = later(async () => (await import("./leagues.tsx")).Leagues);
const Experiments = later(async () => (await import("./experiments.tsx")).Experiments);
const Invitation = later(async () => (await import("./invitation.tsx")).Invitation);
const Join = later(async () => (await import("./join.tsx")).Join);
const Settings = later(async () => (await import("./settings.tsx")).Settings);

/** Another language is another page: all of it is said again. */
export function App() {
  const { language } = useSettings();
  return (
    <Whole key={language}>
      <Chosen />
    </Whole>
  );
}

function Chosen() {
  const address = useAddress();
  const [locked, setLocked] = useState<Problem | null>(null);
  const onProblem = (error: unknown) => {
    if (error instanceof Problem && error.status === 401) setLocked(error);
  };
  // A newly opened page is announced from its top; moving about within a run is not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of page scrolls
  useEffect(() => {
    scrollTo(0, 0);
  }, [address.page]);
  if (locked?.code === "seat_over" && "run" in address) return <Invitation run={address.run} why={locked.message} />;
  if (locked) return <Login onOpen={() => setLocked(null)} />;
  switch (address.page) {
    case "home":
      return <Home onProblem={onProblem} />;
    case "run":
      return (
        <RunPage key={`${address.run}\n${address.branch}`} place={address} run={address.run} onProblem={onProblem} />
      );
    case "compare":
      return <Compare key={address.run} run={address.run} between={address.between} onProblem={onProblem} />;
    case "invitation":
      return <Invitation token={address.token} />;
    case "join":
      return <Join token={address.token} />;
    case "nowhere":
      return <Nowhere />;
    case "write":
      return <Write key={address.from} from={address.from} onProblem={onProblem} />;
    case "worlds":
      return <Worlds chosen={address.world} onProblem={onProblem} />;
    case "leagues":
      return <Leagues key={address.league} league={address.league} entrant={address.entrant} onProblem={onProblem} />;
    case "experiments":
      return <Experiments experiment={address.experiment} plan={address.plan} onProblem={onProblem} />;
    case "settings":
      return <Settings path={address.path} />;
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
        <section className={style.head}>
          <Title>{t("nothingThere")}</Title>
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
