// Asks for the owner's token, where the server has one.
import { type FormEvent, useState } from "react";
import style from "./home.module.css";
import parts from "./parts/parts.module.css";
import { Brand, Notice } from "./parts/parts.tsx";
import { login, messageOf } from "./wire.ts";

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
      <h1>This server is locked</h1>
      <p>Its owner set a token when starting it. A player needs no token, only the invitation they were sent.</p>
      <form onSubmit={open} className={style.form}>
        <label htmlFor="token">Token</label>
        <input
          id="token"
          type="password"
          autoComplete="current-password"
          className={parts.input}
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <button type="submit" className={parts.primary} disabled={token === ""}>
          Open
        </button>
      </form>
      {problem && <Notice kind="bad">{problem}</Notice>}
    </main>
  );
}
