import { growthFigure, ticTacToeFigure, tickGameFigure } from "./games.ts";
const pace = { rounds: 7, ms: 200 };
console.log("growth", growthFigure(7, 20000));
console.log("ttt", await ticTacToeFigure(pace));
console.log("tick", await tickGameFigure(pace));
