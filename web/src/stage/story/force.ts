// The layout by forces, under the names that this page uses: its package was written for another module system.
import type { UndirectedGraph } from "graphology";
import * as forceAtlas2 from "graphology-layout-forceatlas2";

interface Layout {
  assign(graph: UndirectedGraph, options: object): void;
  inferSettings(graph: UndirectedGraph): object;
}
const layout = ((forceAtlas2 as { default?: unknown }).default ?? forceAtlas2) as Layout;

export const { assign, inferSettings } = layout;
