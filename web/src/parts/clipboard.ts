// What is handed to other programs by the clipboard, also where the page came over a plain network and browsers keep the newer way shut.

/** Resolves to whether it was taken. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return byField(text);
  }
}

/** Copies from a field that is there for a moment only; within a dialog, because nothing outside of it can have the focus. */
function byField(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
