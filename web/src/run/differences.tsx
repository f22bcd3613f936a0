// What differs, as a table: one row for each thing, and how it is on either side.
import type { SaidChange } from "../say.ts";
import { n, t } from "../words.ts";
import style from "./dialogs.module.css";

/** Changes as a table. */
export function Differences({
  changes,
  sides = [t("before"), t("after")],
}: {
  changes: readonly SaidChange[];
  sides?: readonly [string, string];
}) {
  return (
    <table className={style.changes}>
      <caption>{n("differences", changes.length)}</caption>
      <thead>
        <tr>
          <th scope="col">{t("what")}</th>
          <th scope="col" translate="no">
            {sides[0]}
          </th>
          <th scope="col" translate="no">
            {sides[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ what, before, after }) => (
          <tr key={what}>
            <th scope="row" translate="no">
              {what}
            </th>
            <td translate="no">{before}</td>
            <td translate="no">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
