// Any world at all: its view as a tree that can be read, what is legal as buttons, those of one kind together, and a form for what cannot be listed.
import { Tree } from "../parts/tree.tsx";
import { actionInWords, capital, plainWord } from "../say.ts";
import type { Action } from "../wire.ts";
import { t } from "../words.ts";
import { AnswerForm, blanksOf, useAsks } from "./answer-forms.tsx";
import style from "./plain.module.css";
import type { StageProps } from "./stage.ts";

export function Plain(props: StageProps) {
  const { view, legal, names, act } = props;
  const blanks = blanksOf(useAsks(props), legal);
  const types = [...new Set([...legal, ...blanks].map(({ type }) => type))];
  const actors = new Set([...legal.map(({ actorId }) => actorId), ...blanks.map(({ actor }) => actor)]);
  return (
    <div className={style.plain}>
      {act && types.length > 0 && (
        <section aria-label={t("canDo")}>
          <h2>{t("canDo")}</h2>
          {types.map((type) => {
            const actions = legal.filter((action) => action.type === type);
            return (
              <div key={type} className={style.kind}>
                {types.length > 1 && <h3 translate="no">{capital(plainWord(type))}</h3>}
                {actions.length > 0 && (
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
                )}
                {blanks
                  .filter((blank) => blank.type === type)
                  .map((blank) => (
                    <AnswerForm key={blank.ask} blank={blank} names={names} several={actors.size > 1} act={act} />
                  ))}
              </div>
            );
          })}
        </section>
      )}
      <Tree value={view} names={names} open={2} />
    </div>
  );
}

/** Whether more than one actor could do this: then it must be said who would. */
const severally = (actions: readonly Action[], { actorId }: Action): boolean =>
  actions.some((other) => other.actorId !== actorId);
