// The station in small: where everybody is, and who lies dead. For the gallery.
import type { GlassState, GlassView } from "@orrery/worlds/glassbox";
import home from "../../home.module.css";
import { Remains, Token } from "./figure.tsx";
import style from "./glassbox.module.css";
import { Floors, WHOLE } from "./map.tsx";
import { isState, isView, sceneOf } from "./scene.ts";

export function MiniStation({ view }: { view: unknown }) {
  if (!isState(view) && !isView(view)) return <span className={home.scene} />;
  const { figures, bodies } = sceneOf(view as GlassState | GlassView);
  const { x, y, w, h } = WHOLE;
  return (
    <span className={home.scene} translate="no">
      <svg viewBox={`${x} ${y} ${w} ${h}`} className={style.mini} aria-hidden="true">
        <Floors />
        {bodies.map(({ who, x, y }) => (
          <g key={who} transform={`translate(${x} ${y}) scale(1.6)`}>
            <Remains who={who} />
          </g>
        ))}
        {figures
          .filter(({ ghost, ago }) => !ghost && ago === null)
          .map(({ id, x, y }) => (
            <g key={id} transform={`translate(${x} ${y}) scale(1.9)`}>
              <Token id={id} />
            </g>
          ))}
      </svg>
    </span>
  );
}
