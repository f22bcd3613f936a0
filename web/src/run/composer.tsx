// Where one says what one does. What was typed stays until it has been taken; the arrow keys bring back earlier words.
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useDraft } from "../parts/draft.ts";
import parts from "../parts/parts.module.css";
import { Working } from "../parts/parts.tsx";
import { t } from "../words.ts";
import style from "./composer.module.css";

interface ComposerProps {
  readonly branch: string;
  readonly hint: string;
  readonly busy: string | null;
  /** Earlier words, oldest first. */
  readonly said: readonly string[];
  /** Answers to the open question. */
  readonly choices: readonly string[];
  /** Resolves to whether it was taken. */
  readonly say: (text: string) => Promise<boolean>;
  /** On a wide screen the field is where one begins; where a board is played, it is not. */
  readonly focused: boolean;
}

export function Composer({ branch, hint, busy, said, choices, say, focused }: ComposerProps) {
  const [text, setText] = useDraft(`words ${branch}`);
  const [back, setBack] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused && matchMedia("(min-width: 52rem)").matches) field.current?.focus({ preventScroll: true });
  }, [focused]);
  const typed = useRef(text);
  typed.current = text;
  /** What is on its way, until it has been answered. */
  const way = useRef<{ readonly words: string; readonly after: number; left: boolean } | null>(null);
  const leave = useCallback(
    (words: string) => {
      if (typed.current !== words) return;
      setText("");
      setBack(0);
    },
    [setText],
  );
  // The story may tell a turn before its answer is here: in the same picture the field is free for the next.
  useLayoutEffect(() => {
    const sent = way.current;
    if (!sent || sent.left || said.length <= sent.after || said.at(-1) !== sent.words) return;
    sent.left = true;
    leave(sent.words);
  }, [said, leave]);
  const send = async (words: string) => {
    if (words.trim() === "" || (way.current && !way.current.left)) return;
    const sent = { words, after: said.length, left: false };
    way.current = sent;
    const taken = await say(words);
    if (way.current === sent) way.current = null;
    if (!taken && sent.left && typed.current === "") setText(words);
    if (taken && !sent.left) leave(words);
    field.current?.focus({ preventScroll: true });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const next = Math.max(0, Math.min(said.length, back + (event.key === "ArrowUp" ? 1 : -1)));
    if (next === back) return;
    event.preventDefault();
    setBack(next);
    setText(next === 0 ? "" : said[said.length - next]!);
  };
  return (
    <form className={style.composer} onSubmit={submit}>
      {choices.length > 0 && (
        <div className={style.choices} data-choices>
          {choices.map((choice) => (
            <button key={choice} type="button" className={parts.button} translate="no" onClick={() => send(choice)}>
              {choice}
            </button>
          ))}
        </div>
      )}
      <div className={style.line}>
        <label htmlFor="words" className="unseen">
          {t("whatDoYouDo")}
        </label>
        <input
          id="words"
          ref={field}
          className={style.field}
          value={text}
          placeholder={hint}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="send"
          aria-busy={busy !== null}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className={parts.primary} disabled={text.trim() === ""}>
          {t("say")}
        </button>
      </div>
      <div className={style.busy}>{busy && <Working>{busy}</Working>}</div>
    </form>
  );
}
