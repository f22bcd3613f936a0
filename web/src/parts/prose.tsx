// A text that a world brings along, in the little of Markdown that such texts use: paragraphs, headings, lists. No HTML, no links.
import style from "./parts.module.css";

export function Prose({ text }: { text: string }) {
  return (
    <div className={style.prose} translate="no">
      {blocksOf(text).map((block, i) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
        if (block.kind === "heading") return <h3 key={i}>{block.lines[0]}</h3>;
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
        if (block.kind === "text") return <p key={i}>{block.lines.join(" ")}</p>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
          <ul key={i}>
            {block.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}

interface Block {
  readonly kind: "heading" | "list" | "text";
  readonly lines: readonly string[];
}
function blocksOf(text: string): readonly Block[] {
  const blocks: { kind: Block["kind"] | "gap"; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const kind = line.trim() === "" ? "gap" : /^#+ /.test(line) ? "heading" : /^[-*] /.test(line) ? "list" : "text";
    const words = line.replace(/^(#+|[-*]) +/, "");
    const last = blocks.at(-1);
    if (last && last.kind === kind && kind !== "heading") last.lines.push(words);
    else blocks.push({ kind, lines: [words] });
  }
  return blocks.filter((block): block is typeof block & Block => block.kind !== "gap");
}
