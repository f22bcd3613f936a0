// The layout of a story with its stage beside it, or of a stage with its story under it.
import { type CSSProperties, useEffect, useRef } from "react";
import { Brand, Skip, Title } from "../parts/parts.tsx";
import { useStay } from "../parts/stay.ts";
import { t } from "../words.ts";
import { Foot } from "./foot.tsx";
import { Branches, Connection, Eyes, SeatSign } from "./head.tsx";
import style from "./page.module.css";
import { Rail } from "./rail.tsx";
import { Scrubber } from "./scrubber.tsx";
import { stageProps } from "./stage-props.ts";
import { Story } from "./story.tsx";
import { ALL_EYES } from "./use-moment.ts";
import { type Pane, type Scene, useMedia } from "./use-scene.ts";

const same = (text: string): string => text;

export function Columns({ scene, note }: { scene: Scene; note: string }) {
  const { run, place, live, kind, moment, names, title, player, marks, head, past, seat, pane, panel } = scene;
  const { base } = moment;
  const columns = useRef<HTMLElement>(null);
  const aside = useRef<HTMLDivElement>(null);
  const roomy = useMedia("(min-width: 52.01rem) and (min-height: 34.01rem)");
  // Where the panels stand below the stage, a chosen one comes into sight.
  const shown = useRef(panel);
  useEffect(() => {
    if (shown.current === panel) return;
    shown.current = panel;
    const box = aside.current;
    const tabs = box?.querySelector("[role=tablist]");
    if (box && tabs) box.scrollTop += tabs.getBoundingClientRect().top - box.getBoundingClientRect().top - 16;
  }, [panel]);
  // On a small screen another part of the page begins at its top.
  useEffect(() => {
    if (pane !== "story" && matchMedia("(max-width: 52rem)").matches) columns.current?.scrollIntoView();
  }, [pane]);
  const speakers = new Set(
    moment.story.flatMap((line) => ("actor" in line && line.actor !== null ? [line.actor] : [])),
  );
  const panes: readonly Pane[] = [
    "story",
    ...(kind.place === "beside" ? (["stage"] as const) : []),
    ...(seat ? [] : (["turns"] as const)),
  ];
  const line = live.lines[moment.turn];
  const here = line && !seat ? scene.short(line) : "";
  // Where words are written, or nothing stands, it is below the story; what else stands there is kept off a stage as wide as the screen.
  const writes =
    !scene.waits && past === null && scene.ending === null && !scene.disk && !scene.watches && !scene.looksOn;
  // Where one part is shown at a time, the way back to now is at the foot of each.
  const footBeside = !seat && !writes && (roomy ? kind.place === "wide" : past !== null && pane !== "story");
  return (
    <div
      className={style.page}
      data-pane={pane}
      data-place={kind.place}
      data-past={past !== null && !player.playing}
      style={{ "--rows": seat ? 0 : Math.max(0, ...marks.map(({ kind }) => kind.row)) } as CSSProperties}
    >
      <div className={style.head}>
        <header className={style.top}>
          <Skip />
          <Brand />
          <div className={style.title}>
            <Title translate="no">{title}</Title>
            <Connection state={live.connection} />
          </div>
          {!seat && <Eyes place={place} actors={base.actors} choose={(eyes) => scene.move({ eyes })} />}
          {!seat && <Branches live={live} place={place} move={scene.move} />}
          {seat && <SeatSign run={run} actor={base.actors[0]?.name ?? base.as ?? ""} work={live.work} />}
        </header>
        {!seat && (
          <Scrubber
            player={player}
            head={head}
            marks={marks}
            here={here}
            full={pane === "turns"}
            live={live.connection === "live" && live.now?.outcome == null}
            help={() => scene.ask("keys")}
          />
        )}
        {panes.length > 1 && (
          <nav className={style.panes} aria-label={t("partsOfPage")}>
            {panes.map((one) => (
              <button key={one} type="button" aria-pressed={pane === one} onClick={() => scene.choosePane(one)}>
                {one === "story"
                  ? kind.place === "wide"
                    ? kind.title()
                    : t("story")
                  : one === "stage"
                    ? kind.title()
                    : t("panels")}
              </button>
            ))}
          </nav>
        )}
      </div>
      <main ref={columns} className={style.columns}>
        <div className={style.main}>
          {kind.place === "wide" && <StageSection scene={scene} />}
          <Story
            lines={scene.seer === null && kind.idle ? moment.story.filter((line) => !kind.idle!(line)) : moment.story}
            more={moment.more ? scene.morePages : null}
            names={names}
            said={scene.said}
            title={title}
            boxed={kind.place === "wide"}
            aloud={past === null}
            speakers={speakers.size > 1}
            tidy={kind.tidy ?? same}
            headline={place.eyes === ALL_EYES ? (kind.headline ?? null) : null}
            tellingOf={scene.tellingOf}
            lookAt={seat ? null : player.seek}
            missing={
              scene.seer === null || scene.chronicle === null
                ? null
                : {
                    name: scene.seer,
                    until: moment.turn,
                    see(turn) {
                      scene.move({ eyes: ALL_EYES });
                      player.seek(turn);
                    },
                  }
            }
          />
          {!footBeside && <Foot scene={scene} note={note} />}
        </div>
        <div ref={aside} className={style.aside}>
          {kind.place === "beside" && <StageSection scene={scene} />}
          {!seat && (
            <div className={style.turns}>
              <Rail scene={scene} />
            </div>
          )}
          {footBeside && <Foot scene={scene} note={note} />}
        </div>
      </main>
    </div>
  );
}

function StageSection({ scene }: { scene: Scene }) {
  const around = useStay<HTMLElement>();
  const { Stage, title } = scene.kind;
  return (
    <section {...around} className={style.stage} aria-label={title()}>
      <Stage {...stageProps(scene)} />
    </section>
  );
}
