// A link to hand on, in a field that can be read whole, and the button that copies it.
import { useState } from "react";
import { t } from "../words.ts";
import { toClipboard } from "./clipboard.ts";
import style from "./parts.module.css";

/** `label`: what the link leads to. Stands in a row of its own parent. */
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
