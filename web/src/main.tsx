// The page begins here.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { speak } from "./words.ts";
import "./tokens.css";

speak(new URLSearchParams(location.search).get("lang"));

createRoot(document.getElementById("page")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
