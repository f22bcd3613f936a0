// Measures one group of figures in a process of its own and sends the values to its parent.
import { type FigureName, GROUPS, planOf } from "./figures.ts";

const [index, quick, ...names] = process.argv.slice(2);
const group = GROUPS[Number(index)];
if (!group || !process.send) throw new Error("this file is started by main.ts");
const values = await group.measure(planOf(quick === "quick"), new Set(names as FigureName[]));
process.send(values, () => process.disconnect());
