// Any world at all: its view as a tree that can be read, and what is legal as buttons, those of one kind together.
import { Tree } from "../parts/tree.tsx";
import { actionInWords, capital, plainWord } from "../say.ts";
import type { Action } from "../wire.ts";
import { t } from "../words.ts";
import style from "./plain.module.css";
import type { StageProps } from "./stage.ts";

export function Plain({ view, legal, names, act }: StageProps) {
  const kinds = Map.groupBy(legal, ({ type }) => type);
  return (
    <div className={style.plain}>
      <Tree value={view} names={names} open={2} />
      {act && legal.length > 0 && (
        <section aria-label={t("canDo")}>
          <h2>{t("canDo")}</h2>
          {[...kinds].map(([type, actions]) => (
            <div key={type} className={style.kind}>
              {kinds.size > 1 && <h3 translate="no">{capital(plainWord(type))}</h3>}
              <div className={style.actions}>
                {actions.map((action) => (
                  <button
                    key={JSON.stringify(action)}
                    type="button"
                    className={style.action}
                    translate="no"
                    onClick={() => act(action)}
                  >
                    {severally(actions, action) && <b>{names.get(action.actorId) ?? action.actorId}: </b>}
                    {capital(actionInWords(action, names))}
                  </button>
                ))}
              </div>
            </div>
          ))}
        </section>
      )}
    </div>
  );
}

/** Whether more than one actor could do this: then it must be said who would. */
const severally = (actions: readonly Action[], { actorId }: Action): boolean =>
  actions.some((other) => other.actorId !== actorId);
