// A button that saves part of the page as a picture. Shows that it is drawing, and why it failed.
import { fileName } from "@orrery/runtime/file-name";
import { useState } from "react";
import { messageOf } from "../wire.ts";
import { wordsOf } from "../words.ts";
import parts from "./parts.module.css";
import { Notice } from "./parts.tsx";
import { Own } from "./rich.tsx";
import { save } from "./save-file.ts";

export const say = wordsOf({
  picture: "Picture (PNG)",
  drawing: "Drawing…",
  pictureText: "What these eyes see now, without the panels.",
  failed: "The picture could not be drawn: {why}",
} as const);

/** Resolves once the browser has painted all changes so far. */
const whenPainted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

/** `of` returns the element to draw, and may open it first. `caption` is written below the picture and names its file. */
export function PictureButton({ of, caption }: { of: () => HTMLElement | null; caption: string }) {
  const [state, setState] = useState<"ready" | "drawing" | { readonly failed: string }>("ready");
  const draw = async () => {
    if (state === "drawing") return;
    const element = of();
    if (!element) return;
    setState("drawing");
    try {
      const { pictureOf } = await import("./picture-of.ts");
      await whenPainted();
      save(fileName(caption, "png"), await pictureOf(element, caption));
      setState("ready");
    } catch (error) {
      setState({ failed: messageOf(error) });
    }
  };
  return (
    <>
      <button type="button" className={parts.button} aria-disabled={state === "drawing"} onClick={() => void draw()}>
        {say(state === "drawing" ? "drawing" : "picture")}
      </button>
      {typeof state === "object" && (
        <Notice kind="bad">
          <Own>{say("failed", { why: state.failed })}</Own>
        </Notice>
      )}
    </>
  );
}
