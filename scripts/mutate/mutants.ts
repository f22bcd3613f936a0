// Small faults that one may plant in a source file: a guard that never says no, a comparison turned, a call left out. Changes no file.
import { parseAst } from "vite";

/** One fault: the text from `start` to `end` (offsets in characters) becomes `text`. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The kind of fault, in a few words. */
  readonly fault: string;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const TURNED: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
};
/** Methods of which an answer must say whether there are any or all. */
const QUANTIFIERS: Readonly<Record<string, string>> = { some: "every", every: "some" };

/** All faults of a file, in the order of its text. Syntax errors of the file are thrown. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const found: Mutant[] = [];
  const lineAt = lineCounter(source);
  const plant = ({ start, end }: Pick<SyntaxNode, "start" | "end">, text: string, fault: string) =>
    found.push({ file, line: lineAt(start), start, end, text, fault });
  visit(parseAst(source, { lang: "ts" }) as unknown as SyntaxNode, (node) => {
    if (node.type === "IfStatement") plant(node["test"] as SyntaxNode, "false", "the condition never holds");
    if (node.type === "UnaryExpression" && node["operator"] === "!")
      plant(node, source.slice((node["argument"] as SyntaxNode).start, node.end), "the negation is left out");
    if (node.type === "BinaryExpression" || node.type === "LogicalExpression") {
      const operator = node["operator"] as string;
      const turned = TURNED[operator];
      const [left, right] = [node["left"] as SyntaxNode, node["right"] as SyntaxNode];
      if (turned !== undefined) {
        const start = source.indexOf(operator, left.end);
        if (start < right.start)
          plant({ start, end: start + operator.length }, turned, `${operator} becomes ${turned}`);
      }
    }
    if (node.type === "CallExpression") {
      const property = (node["callee"] as SyntaxNode)["property"] as
        | (SyntaxNode & { readonly name?: string })
        | undefined;
      const turned = QUANTIFIERS[property?.name ?? ""];
      if (property && turned !== undefined) plant(property, turned, `${property.name} becomes ${turned}`);
    }
    if (node.type === "ExpressionStatement" && isCall(node["expression"] as SyntaxNode))
      plant(node, ";", "the call is left out");
  });
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

export const plant = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end);

const isCall = (node: SyntaxNode): boolean =>
  node.type === "CallExpression" || (node.type === "AwaitExpression" && isCall(node["argument"] as SyntaxNode));

function visit(node: SyntaxNode, see: (node: SyntaxNode) => void): void {
  see(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === "object" && child !== null && typeof (child as SyntaxNode).type === "string")
        visit(child as SyntaxNode, see);
}

function lineCounter(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
