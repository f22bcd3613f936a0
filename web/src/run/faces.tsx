// The choice of viewpoint as a row of faces: everybody's, the asked actor's, or one actor's. Too many for a row become a list.
import type { ReactNode } from "react";
import type { RunPlace } from "../address.ts";
import { Face } from "../parts/face.tsx";
import { capital } from "../say.ts";
import type { StageKind } from "../stage/stage.ts";
import { t } from "../words.ts";
import style from "./faces.module.css";
import { Eyes } from "./head.tsx";
import { ALL_EYES } from "./use-moment.ts";

/** More faces than this fit no stage's edge. */
const ROW = 12;

interface FacesProps {
  readonly place: RunPlace;
  readonly actors: readonly { readonly id: string; readonly name: string }[];
  /** The state or view that is shown, from which a world's own face knows who is dead. */
  readonly view: unknown;
  readonly kind: StageKind;
  /** In the bar above the stage: faces without their names beneath. */
  readonly small: boolean;
  readonly choose: (eyes: string | null) => void;
}

export function Faces({ place, actors, view, kind, small, choose }: FacesProps) {
  if (actors.length > ROW) return <Eyes place={place} actors={actors} choose={choose} />;
  const Own = kind.Face;
  const eye = (eyes: string | null, name: string, face: ReactNode, own: boolean) => (
    <button
      key={eyes ?? ""}
      type="button"
      className={style.eye}
      aria-pressed={place.eyes === eyes}
      title={name}
      translate={own ? "no" : undefined}
      onClick={() => choose(eyes)}
    >
      <span className={style.face} aria-hidden="true">
        {face}
      </span>
      <span className={small ? "unseen" : style.name}>{name}</span>
    </button>
  );
  const faces = actors.map(({ id, name }) =>
    eye(id, capital(name), Own ? <Own id={id} view={view} /> : <Face id={id} name={name} />, true),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand above the row
    <div role="group" className={style.faces} data-small={small} aria-label={t("seeAs")}>
      {eye(ALL_EYES, t("allEyes"), <AllEyes />, false)}
      {actors.length === 1
        ? eye(
            null,
            capital(actors[0]!.name),
            Own ? <Own id={actors[0]!.id} view={view} /> : <Face {...actors[0]!} />,
            true,
          )
        : [eye(null, t("askedEyes"), <Turn />, false), ...faces]}
    </div>
  );
}

const AllEyes = () => (
  <svg viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <path d="M3 16C8 8 24 8 29 16 24 24 8 24 3 16z" />
    <circle cx="16" cy="16" r="4.2" fill="currentColor" stroke="none" />
  </svg>
);
const Turn = () => (
  <svg viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" aria-hidden="true">
    <circle cx="16" cy="16" r="10" strokeDasharray="4 4" />
    <path d="M13 11.5 20.5 16 13 20.5z" fill="currentColor" stroke="none" />
  </svg>
);
