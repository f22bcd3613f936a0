// The panels beside a run: those of its world first, then what every run has.
import type { ReactNode } from "react";
import { later } from "../parts/later.tsx";
import { useStay } from "../parts/stay.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { BranchTree } from "./branch-tree.tsx";
import { PANELS, Tabs } from "./panels.tsx";
import { stageProps } from "./stage-props.ts";
import { StoryOf } from "./story-of.tsx";
import { Timeline } from "./timeline.tsx";
import { Tools } from "./tools.tsx";
import type { RunScene } from "./use-scene.ts";

// What is not seen at first is loaded when it is.
const GodConsole = later(async () => (await import("./god.tsx")).GodConsole);
const Models = later(async () => (await import("./models.tsx")).Models);
const Inspector = later(async () => (await import("./inspector.tsx")).Inspector);

interface RailPanel {
  readonly id: string;
  readonly title: string;
}

/** The panels there are, the first of them first: the world's own, the story beside a stage or what is around beside a story, and those of every run. */
export function railOf({ kind, disk, seat }: RunScene): readonly RailPanel[] {
  const own = (kind.rail ?? []).map(({ id, title }) => ({ id, title: title() }));
  const told =
    kind.place === "wide"
      ? [{ id: "story", title: t("story") }]
      : kind.place === "beside"
        ? [{ id: "around", title: kind.title() }]
        : [];
  const shells = seat ? [] : PANELS.filter((id) => !disk || (id !== "god" && id !== "players"));
  const first = kind.place === "beside" ? [...told, ...own] : [...own, ...told];
  return [...first, ...shells.map((id) => ({ id, title: t(id) }))];
}

export function Rail({ scene }: { scene: RunScene }) {
  const { kind, panel } = scene;
  const shown = useStay<HTMLElement>();
  const tabs = railOf(scene);
  return (
    <>
      <Tabs panels={tabs} chosen={panel} choose={scene.choosePanel} />
      <section
        {...shown}
        id={`panel-${panel}`}
        role="tabpanel"
        aria-labelledby={`tab-${panel}`}
        data-story={panel === "story"}
      >
        <Body scene={scene} />
      </section>
      {kind.place === "wide" && panel !== "story" && (
        <div className="unseen">
          <StoryOf scene={scene} place="unseen" />
        </div>
      )}
    </>
  );
}

function Body({ scene }: { scene: RunScene }): ReactNode {
  const { run, place, live, kind, moment, names, player, past, disk, panel } = scene;
  const Own = kind.rail?.find(({ id }) => id === panel)?.Panel;
  if (Own) return <Own {...stageProps(scene)} />;
  switch (panel) {
    case "story":
      return <StoryOf scene={scene} place="rail" />;
    case "around": {
      const { Stage } = kind;
      return <Stage {...stageProps(scene)} />;
    }
    case "inspect":
      return (
        <Inspector
          run={run}
          branch={place.branch}
          moment={moment}
          lines={live.lines}
          chronicle={scene.chronicle}
          names={names}
          inWords={scene.inWords}
          quiet={kind.quiet ?? []}
          reveal={
            disk
              ? null
              : async () => {
                  await live.work(t("revealing"), () => wire.reveal(run, place.branch));
                  await live.reload();
                }
          }
        />
      );
    case "branches":
      return (
        <BranchTree
          disk={disk}
          branches={live.branches}
          takenBack={live.takenBack}
          here={place.branch}
          turn={moment.turn}
          choose={(branch) => scene.move({ branch, at: null }, "push")}
          ask={scene.ask}
          recover={async ({ from, branch }) => {
            const name = freeName(`${branch} ${from.turn}`, live.branches);
            const done = await live.work(t("bringingBack"), () =>
              wire.createBranch(run, { name, at: from.id, dice: "keep", from: branch }),
            );
            if (done) scene.move({ branch: done.branch, at: null }, "push");
          }}
        />
      );
    case "players":
      return (
        <Models
          run={run}
          branch={place.branch}
          turn={moment.turn}
          id={live.lines[moment.turn]?.id}
          sitting={live.sitting}
          world={moment.base.world}
          actors={live.now?.actors ?? moment.base.actors}
          names={names}
          over={live.now?.outcome != null}
          begun={scene.begun}
        />
      );
    case "god":
      return (
        <GodConsole
          run={run}
          branch={place.branch}
          past={past}
          back={() => player.seek(null)}
          base={moment.base}
          lines={live.lines}
          names={names}
          quiet={kind.quiet ?? []}
          reload={live.reload}
        />
      );
    default:
      return (
        <>
          <h2 className="unseen">{t("turns")}</h2>
          <Timeline
            lines={player.seen === null ? live.lines : live.lines.slice(0, player.seen + 1)}
            short={scene.short}
            at={past}
            lookAt={player.seek}
            reach={live.reach}
          />
          {!disk && <Tools run={run} turn={past} busy={live.busy} work={live.work} ask={scene.ask} />}
        </>
      );
  }
}

const freeName = (wanted: string, branches: readonly wire.Branch[]): string => {
  const taken = new Set(branches.map(({ name }) => name));
  for (let i = 1; ; i++) {
    const name = i === 1 ? wanted : `${wanted} ${i}`;
    if (!taken.has(name)) return name;
  }
};
