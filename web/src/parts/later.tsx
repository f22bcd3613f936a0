// Parts of the page that are loaded when they are first shown, and what stands there when they cannot be: never an empty page.
import { Component, type ComponentType, type ReactNode, useEffect, useState } from "react";
import { t } from "../words.ts";
import style from "./parts.module.css";
import { Notice, Working } from "./parts.tsx";
import { Own } from "./rich.tsx";

/**
 * A component that is loaded when it is first drawn; when that fails it says so, and what to do.
 * `frame`: what stands around that, where it is not in its own place on the page.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  frame: (props: Props, waiting: ReactNode) => ReactNode = (_, waiting) => waiting,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, where its file begins
  return function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => known);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (known !== null) return;
      load().then(
        (part) => {
          known = part;
          setPart(() => part);
        },
        () => setFailed(true),
      );
    }, []);
    if (Part) return <Part {...props} />;
    if (!failed) return frame(props, <Working>{t("opening")}</Working>);
    // What once failed to come is seldom asked for again by a browser: the page is loaded again, once there is a server to load it from.
    const again = async () => {
      if ((await fetch("/api/health").catch(() => null))?.ok) location.reload();
    };
    return frame(
      props,
      <Notice kind="bad">
        {t("partMissing")}{" "}
        <button type="button" className={style.quiet} onClick={again}>
          {t("loadAgain")}
        </button>
      </Notice>,
    );
  };
}

/** What is shown in place of a page that has a fault of its own. */
export class Whole extends Component<{ children: ReactNode }, { readonly fault: Error | null }> {
  override state = { fault: null };
  static getDerivedStateFromError(fault: Error) {
    return { fault };
  }
  override render() {
    const fault: Error | null = this.state.fault;
    if (fault === null) return this.props.children;
    return (
      <main className={style.broken}>
        <h1>{t("pageBroken")}</h1>
        <p>{t("pageBrokenText")}</p>
        <Notice kind="bad">
          <Own>{String((fault as Error).message)}</Own>
        </Notice>
        <div className={style.row}>
          <button type="button" className={style.primary} onClick={() => location.reload()}>
            {t("loadAgain")}
          </button>
          <a href="/">{t("toFirstPage")}</a>
        </div>
      </main>
    );
  }
}
