// Asks for the owner's token, where the server has one.
import { type FormEvent, useState } from "react";
import style from "./home.module.css";
import parts from "./parts/parts.module.css";
import { Brand, Notice } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { login, messageOf } from "./wire.ts";
import { t } from "./words.ts";

export function Login({ onOpen }: { onOpen: () => void }) {
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await login(token);
      onOpen();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <main className={style.login}>
      <Brand />
      <h1>{t("lockedTitle")}</h1>
      <p>{t("lockedText")}</p>
      <form onSubmit={open} className={style.form}>
        <label htmlFor="token">{t("token")}</label>
        <input
          id="token"
          type="password"
          autoComplete="current-password"
          className={parts.input}
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <button type="submit" className={parts.primary} disabled={token === ""}>
          {t("openIt")}
        </button>
      </form>
      {problem && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
    </main>
  );
}
