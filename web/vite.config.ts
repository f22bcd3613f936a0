// How the page is built: into dist/, with names that change with their content, and nothing fetched from elsewhere.
import { writeFile } from "node:fs/promises";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin } from "vite";
import { FOLDS } from "./src/fold/engines.ts";

/**
 * The page's security policy lets no text become code, and the contracts' compiler would try just that: it is told
 * beforehand that it cannot, and goes the slower way. The page judges nothing anyway.
 */
const noCodeFromText: Plugin = {
  name: "no-code-from-text",
  load: (id) =>
    /typebox\/build\/system\/environment\/evaluate\.mjs$/.test(id)
      ? "export const CanEvaluate = () => false;\nexport const Evaluate = () => { throw new Error('not here'); };"
      : null,
};

/** After the page, what single files are made from: the page itself as one script and one style sheet, and a game without a page around it. */
const filesToo: Plugin = {
  name: "files-too",
  apply: "build",
  async closeBundle() {
    await buildFile("replay", "main.tsx");
    await buildFile("player", "main.ts");
    // Of other worlds a file must hold every moment, since it cannot fold them.
    await writeFile(`${import.meta.dirname}/dist/replay/folds.json`, JSON.stringify(FOLDS));
  },
};

/** One script and one style sheet in a folder of their name. */
const buildFile = (name: string, entry: string) =>
  build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: "error",
    plugins: [noCodeFromText, react()],
    publicDir: false,
    build: {
      outDir: `dist/${name}`,
      emptyOutDir: true,
      target: "es2022",
      cssTarget: "chrome123",
      cssCodeSplit: false,
      // One file, so its fonts stand in it.
      assetsInlineLimit: 1 << 20,
      modulePreload: false,
      rolldownOptions: {
        input: `${import.meta.dirname}/src/${name}/${entry}`,
        output: {
          format: "iife",
          entryFileNames: `${name}.js`,
          assetFileNames: `${name}[extname]`,
          codeSplitting: false,
        },
      },
    },
  });

/** `npm run dev` says where its server listens. */
const ORRERY = { target: `http://127.0.0.1:${process.env["ORRERY_DEV_PORT"] ?? 4747}`, changeOrigin: false };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [noCodeFromText, react(), filesToo],
  // Small files stay files: the page's security policy lets in no inlined ones but pictures.
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    cssTarget: "chrome123",
    modulePreload: { polyfill: false },
    // The arena holds three.js and is loaded where it is looked at. Kilobytes.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // What every page begins with is one file: many small ones compress worse, and wait for one another.
        codeSplitting: {
          groups: [
            {
              name: "base",
              test: /node_modules\/(react|react-dom|scheduler)\/|web\/src\/(main|app|home|shelf|cover|run\/opening|parts\/[a-z]+|look\/(look|palette|worlds|glassbox|house|house-palettes|sprint|story|table|tictactoe)|words|english|wire|say|address|kept|settings-kept|emblem|start|thumb|take-in|bring-in|dropped|tar)\.tsx?$|rolldown.runtime/,
            },
            // What comes alive on the first page once it has been painted.
            { name: "scenes", test: /web\/src\/look\/(covers\/|station-reel)|worlds\/glassbox\/map/ },
          ],
        },
      },
    },
  },
  // For `npm run dev`. The server takes changes from pages of its own address alone, so each request keeps the page's.
  server: { host: "127.0.0.1", proxy: { "/api": ORRERY, "/seat": ORRERY } },
});
