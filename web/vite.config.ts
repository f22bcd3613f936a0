// How the page is built: into dist/, with names that change with their content, and nothing fetched from elsewhere.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Small files stay files: the page's security policy lets in no inlined ones but pictures.
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: { host: "127.0.0.1", proxy: { "/api": "http://127.0.0.1:4747", "/seat": "http://127.0.0.1:4747" } },
});
