// The colours of houses: a cottage at dusk, slate and lamp, green baize. Any other house has the cottage's.
import type { Palette } from "./palette.ts";

const cottage: Palette = {
  ground: ["#fdf3e6", "#1f1419"],
  sheet: ["#fffaf2", "#2a1b21"],
  sunken: ["#f6e6d2", "#170e12"],
  ink: ["#2e1c1c", "#f7e8da"],
  soft: ["#6b4e45", "#c9ab9e"],
  rule: ["#e6cfb6", "#46303a"],
  edge: ["#93705c", "#94716c"],
  accent: ["#96450f", "#f7b65c"],
  onAccent: ["#ffffff", "#2a1608"],
  wash: ["#fbe2c4", "#46291f"],
};
const lighthouse: Palette = {
  ground: ["#eef3f5", "#0e1922"],
  sheet: ["#fafdfd", "#15242f"],
  sunken: ["#dfe9ed", "#09121a"],
  ink: ["#13222c", "#e9f1f2"],
  soft: ["#465d69", "#9fb6c2"],
  rule: ["#c6d5dc", "#263a47"],
  edge: ["#6a8390", "#647f8d"],
  accent: ["#6a5000", "#ffe07a"],
  onAccent: ["#ffffff", "#1c1804"],
  wash: ["#f4ecc4", "#30311f"],
  title: "wide",
};
const mystery: Palette = {
  ground: ["#f2f6ee", "#0b1f17"],
  sheet: ["#fcfef9", "#112b20"],
  sunken: ["#e3ecdd", "#071610"],
  ink: ["#14261c", "#eef3e4"],
  soft: ["#486050", "#a3bda9"],
  rule: ["#cadbc8", "#24463a"],
  edge: ["#688471", "#628470"],
  accent: ["#70500e", "#f1cf85"],
  onAccent: ["#ffffff", "#221703"],
  wash: ["#efe6c6", "#2c3a22"],
  title: "italic",
};

export const housePalettes = {
  house: cottage,
  "house/cottage": cottage,
  "house/lighthouse": lighthouse,
  "house/mystery": mystery,
};
