// Which page is shown. Everything it knows comes from the address and from the server.
import { lazy, Suspense, useEffect, useState } from "react";
import { useAddress } from "./address.ts";
import { Home } from "./home.tsx";
import { Login } from "./login.tsx";
import { Working } from "./parts/parts.tsx";
import { RunPage } from "./run/page.tsx";
import { Problem } from "./wire.ts";

const Write = lazy(async () => ({ default: (await import("./write.tsx")).Write }));

export function App() {
  const address = useAddress();
  const [locked, setLocked] = useState(false);
  const onProblem = (error: unknown) => {
    if (error instanceof Problem && error.status === 401) setLocked(true);
  };
  const where = address.page === "run" ? `${address.run}\n${address.branch}` : "home";
  // A newly opened page is announced from its top; moving about within a run is not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of page scrolls
  useEffect(() => {
    scrollTo(0, 0);
  }, [address.page]);
  if (locked) return <Login onOpen={() => setLocked(false)} />;
  if (address.page === "home") return <Home onProblem={onProblem} />;
  if (address.page === "write")
    return (
      <Suspense fallback={<Working>Opening…</Working>}>
        <Write from={address.from} onProblem={onProblem} />
      </Suspense>
    );
  return <RunPage key={where} place={address} run={address.run} onProblem={onProblem} />;
}
