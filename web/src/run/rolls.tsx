// What was rolled in a turn, with its proof: commitment, stream and result; once the seed is revealed, drawn again here.
import { useEffect, useState } from "react";
import type { Proof } from "../fold/proof.ts";
import parts from "../parts/parts.module.css";
import { Ask } from "../parts/parts.tsx";
import { type Names, plainWord } from "../say.ts";
import type { RollProof, TurnLine } from "../wire.ts";
import { t } from "../words.ts";
import style from "./inspector.module.css";

interface RollsProps {
  readonly rolls: readonly RollProof[];
  /** Of the branch, where a turn may reveal the seed. */
  readonly lines: readonly TurnLine[];
  readonly names: Names;
  readonly reveal: (() => Promise<void>) | null;
}

export function Rolls({ rolls, lines, names, reveal }: RollsProps) {
  const proofs = useProofs(lines, rolls);
  const [asking, setAsking] = useState(false);
  const sealed = proofs?.some(({ kind }) => kind === "sealed") ?? false;
  return (
    <>
      <ul className={style.list}>
        {rolls.map((roll, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stored turn's rolls never change
          <li key={i}>
            <b>{t("rollFor", { purpose: plainWord(roll.purpose), who: names.get(roll.who) ?? roll.who })}</b>{" "}
            {t("rollBetween", { value: roll.value, low: roll.low, high: roll.high })}
            {proofs?.[i] && <Proved roll={roll} proof={proofs[i]} />}
          </li>
        ))}
      </ul>
      {sealed && reveal && (
        <div className={parts.row}>
          <button type="button" className={parts.button} onClick={() => setAsking(true)}>
            {t("revealAsk")}
          </button>
        </div>
      )}
      {asking && (
        <Ask title={t("revealTitle")} onClose={() => setAsking(false)}>
          <p>{t("revealText")}</p>
          <div className={`${parts.row} ${parts.end}`}>
            <button type="button" className={parts.button} onClick={() => setAsking(false)}>
              {t("leaveIt")}
            </button>
            <button
              type="button"
              className={parts.primary}
              onClick={() => {
                setAsking(false);
                void reveal?.();
              }}
            >
              {t("revealIt")}
            </button>
          </div>
        </Ask>
      )}
    </>
  );
}

function Proved({ roll, proof }: { roll: RollProof; proof: Proof }) {
  const { lane, depth, salt, commitment, n, value, joint } = roll;
  const facts: readonly (readonly [string, string])[] = [
    [t("rollCommitment"), commitment ?? t("nothing")],
    [t("rollStream"), joint ? t("rollJoint", { n: n + 1 }) : t("rollStreamIs", { lane, depth, n: n + 1 })],
    [t("rollSalt"), salt],
    ...(proof.kind === "proved" ? [[t("rollSeed"), proof.seed] as const] : []),
    [t("rollResult"), String(value)],
  ];
  return (
    <>
      <small className={style.verdict} data-kind={proof.kind}>
        {proofInWords(proof)}
      </small>
      <details className={style.proof}>
        <summary>{t("rollProof")}</summary>
        <dl>
          {facts.map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd translate="no">{fact}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function useProofs(lines: readonly TurnLine[], rolls: readonly RollProof[]): readonly Proof[] | null {
  const [proofs, setProofs] = useState<readonly Proof[] | null>(null);
  useEffect(() => {
    let stale = false;
    import("../fold/open.ts").then(
      ({ proofOf }) => !stale && setProofs(rolls.map((roll) => proofOf(lines, roll))),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [lines, rolls]);
  return proofs;
}

const proofInWords = (proof: Proof): string =>
  proof.kind === "proved"
    ? t("rollProved")
    : proof.kind === "sealed"
      ? t("rollSealed")
      : proof.again === null
        ? t("rollBroken")
        : t("rollWrong", { again: proof.again });
