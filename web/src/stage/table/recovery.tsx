// A telling that was withheld: what the game master's account and the campaign have otherwise, and the block that would bring both together.
import type { TableView } from "@orrery/worlds/table";
import { useState } from "react";
import { toClipboard } from "../../parts/clipboard.ts";
import partsStyle from "./parts.module.css";
import recoveryStyle from "./recovery.module.css";
import { say } from "./words.ts";

interface RecoveryProps {
  readonly recovery: NonNullable<TableView["recovery"]>;
  /** Opens the block where its changes are seen before they are made; null for those who may not make them. */
  readonly resync: ((block: string) => void) | null;
}

export function RecoveryCard({ recovery: { discrepancies, block }, resync }: RecoveryProps) {
  const [copied, setCopied] = useState<"copied" | "notCopied" | null>(null);
  const copy = async (text: string) => setCopied((await toClipboard(text)) ? "copied" : "notCopied");
  return (
    <aside className={recoveryStyle.recovery} aria-label={say("recovery")}>
      <h3>{say("recovery")}</h3>
      <ul>
        {discrepancies.map((one) => (
          <li key={one} translate="no">
            {one}
          </li>
        ))}
      </ul>
      {block === null ? (
        <p className={partsStyle.small}>{say("recoveryNone")}</p>
      ) : (
        <>
          <pre translate="no">{block}</pre>
          <p className={partsStyle.small}>{say(resync ? "recoveryApply" : "recoveryPaste")}</p>
          <div className={recoveryStyle.row}>
            {resync && (
              <button type="button" onClick={() => resync(block)}>
                {say("resync")}
              </button>
            )}
            <button type="button" onClick={() => copy(block)}>
              {say("copyBlock")}
            </button>
            <span role="status">{copied && say(copied)}</span>
          </div>
        </>
      )}
    </aside>
  );
}
