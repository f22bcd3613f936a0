// A run in one file: the same page, with the run itself beside it in place of a server. Asks nobody anything.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { addressInHash, goTo } from "../address.ts";
import { App } from "../app.tsx";
import { applySettings } from "../settings-kept.ts";
import { answerWith } from "../wire.ts";
import { openDisk, type ReplayFile } from "./disk.ts";
import "../tokens.css";

applySettings();
const kept = JSON.parse(document.getElementById("run")!.textContent!) as ReplayFile;
answerWith(openDisk(kept), kept.artifacts);
addressInHash();
if (!location.hash.startsWith("#/runs/")) goTo(kept.run, {}, "replace");
createRoot(document.getElementById("page")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
