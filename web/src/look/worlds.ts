// The worlds that have a look of their own on the page, one line each, exported by their ids.
export { glassbox } from "./glassbox.tsx";
export { house } from "./house.tsx";
export { sprint } from "./sprint.tsx";
export { story } from "./story.tsx";
export { table } from "./table.tsx";
export { tictactoe } from "./tictactoe.tsx";
