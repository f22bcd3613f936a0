// The few small pieces that every page shares.
import { type AnchorHTMLAttributes, type ReactNode, useEffect, useRef } from "react";
import { experimentsPath, goPage, HOME, hasMoved, leaguesPath, SETTINGS, worldsPath } from "../address.ts";
import { t } from "../words.ts";
import style from "./parts.module.css";
import { toMain } from "./stay.ts";

/** A link to a page of ours: a plain click stays in this page, any other does what clicks on links do. */
export function To({
  path,
  children,
  ...rest
}: { path: string; children: ReactNode } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick">) {
  return (
    <a
      {...rest}
      href={path}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goPage(path);
      }}
    >
      {children}
    </a>
  );
}

/** Past everything that stands above it, for those who go by keys. Seen only while it has the focus. */
export function Skip() {
  return (
    <button type="button" className={style.skip} onClick={() => toMain()}>
      {t("skip")}
    </button>
  );
}

/** A page's title. Takes the focus if it was lost on the way from another page. */
export function Title({ children, ...rest }: { children: ReactNode; translate?: "no" }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasMoved() && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={title} tabIndex={-1} {...rest}>
      {children}
    </h1>
  );
}

/** The mark and the name, which lead home. */
export function Brand() {
  return (
    <To path={HOME} className={style.brand}>
      <svg
        viewBox="0 0 32 32"
        width="1.875rem"
        height="1.875rem"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        <circle cx="16" cy="16" r="13" opacity=".55" />
        <circle cx="16" cy="16" r="7.5" opacity=".8" />
        <circle cx="16" cy="16" r="2.6" fill="currentColor" stroke="none" />
        <circle cx="25.2" cy="6.8" r="2.4" className={style.planet} stroke="none" />
        <circle cx="9.6" cy="19.8" r="1.8" className={style.moon} stroke="none" />
      </svg>
      <span translate="no">Orrery</span>
    </To>
  );
}

const PLACES = [
  ["runsPage", HOME],
  ["worldsPage", worldsPath()],
  ["leagues", leaguesPath()],
  ["experiments", experimentsPath()],
  ["settings", SETTINGS],
] as const;

/** The top of a page that is about no run. `here`: the path of the page it stands on. */
export function Masthead({ here, children }: { here: string; children?: ReactNode }) {
  return (
    <header className={style.masthead}>
      <Skip />
      <Brand />
      {children}
      <nav aria-label={t("pages")}>
        {PLACES.map(([word, path]) => (
          <To key={path} path={path} className={style.place} aria-current={path === here ? "page" : undefined}>
            {t(word)}
          </To>
        ))}
      </nav>
    </header>
  );
}

/** Something the reader should know: said aloud by screen readers when it appears. */
export function Notice({ kind, children }: { kind: "bad" | "good" | "plain"; children: ReactNode }) {
  return (
    <div className={style.notice} data-kind={kind} role={kind === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}

/** Work that takes a moment. */
export function Working({ children }: { children: ReactNode }) {
  return (
    <p className={style.working} role="status">
      <span className={style.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {children}
    </p>
  );
}

/** A question in the page, over everything else. Escape and a click beside it leave it. */
export function Ask({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // The dialog unmounts before it closes: the focus goes back to where it was, unless it has moved elsewhere.
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body)
        before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={style.ask}
      data-wide={wide}
      aria-label={title}
      onClose={onClose}
      onCancel={onClose}
      closedby="any"
    >
      <div className={style.askBody}>
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** The end of an `Ask` that only tells. */
export function Closing({ onClose }: { onClose: () => void }) {
  return (
    <div className={`${style.row} ${style.end}`}>
      <button type="button" className={style.button} onClick={onClose}>
        {t("close")}
      </button>
    </div>
  );
}
