// What a guest sees when an invitation opens nothing: why, in the words of the server, and what can be done. Knows no run but by its name.
import { useEffect, useState } from "react";
import { HOME } from "./address.ts";
import style from "./home.module.css";
import parts from "./parts/parts.module.css";
import { Masthead, Notice, Title, To, Working } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { invitationProblem, leaveSeat, messageOf } from "./wire.ts";
import { t } from "./words.ts";

/** By its link (`token`), or by the seat that this browser holds of a `run`, or by why it is over alone. */
type DeadInvitation =
  | { readonly token: string; readonly run?: never; readonly why?: never }
  | { readonly token?: never; readonly run?: string; readonly why: string };

export function Invitation({ token, run, why }: DeadInvitation) {
  const [problem, setProblem] = useState<string | null>(why ?? null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    document.title = t("titleOf", { page: t("invitationOver") });
  }, []);
  useEffect(() => {
    if (token === undefined) return;
    invitationProblem(token).then((found) => (found === null ? location.reload() : setProblem(found.message)));
  }, [token]);
  if (problem === null) return <Working>{t("opening")}</Working>;
  const forget = async () => {
    try {
      await leaveSeat(run!);
      location.reload();
    } catch (error) {
      setTrouble(messageOf(error));
    }
  };
  return (
    <div className={style.page}>
      <Masthead here="" />
      <main className={style.main}>
        <section className={style.head}>
          <Title>{t("invitationOver")}</Title>
          <p>
            <Own>{problem}</Own> {t("invitationKept")}
          </p>
          <div className={parts.row}>
            <To path={HOME} className={parts.primary}>
              {t("toFirstPage")}
            </To>
            {run !== undefined && (
              <button type="button" className={parts.quiet} onClick={forget}>
                {t("leaveSeat")}
              </button>
            )}
          </div>
          {trouble && (
            <Notice kind="bad">
              <Own>{trouble}</Own>
            </Notice>
          )}
        </section>
      </main>
    </div>
  );
}
