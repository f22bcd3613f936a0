// A link to share, in a read-only field, and a button that copies it.
import { useState } from "react";
import { t } from "../words.ts";
import { toClipboard } from "./clipboard.ts";
import style from "./parts.module.css";

/** `label` says where the link leads. The parent lays field and button out in a row. */
export function LinkWithCopy({ url, label }: { url: string; label: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  return (
    <>
      <input
        className={style.input}
        readOnly
        value={url}
        aria-label={label}
        onFocus={(event) => event.target.select()}
      />
      <button
        type="button"
        className={style.button}
        onClick={() => toClipboard(url).then((done) => setCopied(done ? url : null))}
      >
        {t(copied === url ? "isCopied" : "copy")}
      </button>
    </>
  );
}
