// Two branches of a story side by side: what first differed, both tellings from there on, and who stands otherwise in the end.
import type { StoryComparison } from "@orrery/worlds/story";
import { useEffect, useState } from "react";
import { Notice, Working } from "../../parts/parts.tsx";
import { Own } from "../../parts/rich.tsx";
import { storyComparison } from "../../wire.ts";
import type { CompareProps } from "../stage.ts";
import style from "./compare.module.css";
import hues from "./feelings.module.css";
import { EMOTIONS, nameOfEmotion } from "./feelings.ts";
import { say } from "./words.ts";

type StorySide = "a" | "b";
const SIDES = ["a", "b"] as const;

export function Compare({ run, a, b, names }: CompareProps) {
  const [found, setFound] = useState<StoryComparison | Error | null>(null);
  useEffect(() => {
    let stale = false;
    setFound(null);
    storyComparison(run, a, b).then(
      (comparison) => !stale && setFound(comparison),
      (error: Error) => !stale && setFound(error),
    );
    return () => {
      stale = true;
    };
  }, [run, a, b]);
  if (found === null) return <Working>{say("comparing")}</Working>;
  if (found instanceof Error)
    return (
      <Notice kind="bad">
        <Own>{found.message}</Own>
      </Notice>
    );
  const { first, rounds, people } = found;
  if (first === null && rounds.length === 0 && people.length === 0)
    return <Notice kind="good">{say("sameStory")}</Notice>;
  return (
    <div className={`${hues.hues} ${style.compare}`}>
      <section aria-labelledby="first-apart">
        <h3 id="first-apart">{first ? say("firstApart", { round: first.round }) : say("neverApart")}</h3>
        {first && (
          <div className={style.pair}>
            {SIDES.map((side) => (
              <div key={side} className={style.side} data-side={side}>
                <h4 translate="no">{names[side === "a" ? 0 : 1]}</h4>
                {first[side].length === 0 ? (
                  <p className={style.none}>{say("nothingApart")}</p>
                ) : (
                  <ul translate="no">
                    {first[side].map((sentence) => (
                      <li key={sentence}>{sentence}</li>
                    ))}
                  </ul>
                )}
              </div>
            ))}
          </div>
        )}
      </section>
      {people.length > 0 && <People people={people} names={names} />}
      {rounds.map(({ round, platform, ...prose }) => (
        <section key={`${round} ${platform}`} aria-label={say("roundImported", { round })}>
          <h3>
            {say("roundImported", { round })}
            {platform !== null && <small translate="no"> {platform}</small>}
          </h3>
          {prose.a === prose.b ? (
            <p className={style.none}>{say("sameRound")}</p>
          ) : (
            <div className={style.pair}>
              {SIDES.map((side) => (
                <div key={side} className={style.prose} data-side={side}>
                  <h4 translate="no">{names[side === "a" ? 0 : 1]}</h4>
                  <Prose text={prose[side]} />
                </div>
              ))}
            </div>
          )}
        </section>
      ))}
    </div>
  );
}

function Prose({ text }: { text: string | null }) {
  if (text === null) return <p className={style.none}>{say("notSoFar")}</p>;
  if (text === "") return <p className={style.none}>{say("quietRound")}</p>;
  return text.split("\n\n").map((paragraph) => (
    <p key={paragraph} translate="no">
      {paragraph}
    </p>
  ));
}

function People({ people, names }: { people: StoryComparison["people"]; names: readonly [string, string] }) {
  return (
    <section aria-labelledby="who-differs">
      <h3 id="who-differs">{say("whoDiffers")}</h3>
      <table className={style.people}>
        <thead>
          <tr>
            <th scope="col">{say("character")}</th>
            {names.map((name, i) => (
              <th key={`${name} ${i === 0 ? "a" : "b"}`} scope="col" translate="no">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, name, ...sides }) => (
            <tr key={id}>
              <th scope="row" translate="no">
                {name}
              </th>
              {SIDES.map((side) => (
                <td key={side}>{standingInWords(sides[side], sides[side === "a" ? "b" : "a"])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type PersonStanding = StoryComparison["people"][number][StorySide];
/** What of somebody is otherwise than on the other side. */
function standingInWords(one: PersonStanding, other: PersonStanding): string {
  if (one.status === "dead") return say("dead");
  const opinions = Object.entries(one.opinions)
    .filter(([topic, value]) => Math.abs(value - (other.opinions[topic] ?? value)) >= 0.005)
    .map(([topic, value]) => `${topic} ${value.toFixed(2)}`);
  const felt = EMOTIONS.map((emotion, i) => ({
    emotion,
    level: one.emotions[i]!,
    by: one.emotions[i]! - other.emotions[i]!,
  }))
    .filter(({ by }) => Math.abs(by) >= 0.02)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, 2)
    .map(({ emotion, level }) => `${nameOfEmotion(emotion)} ${level.toFixed(2)}`);
  const ties = one.followers === other.followers ? [] : [say("followers", { n: one.followers })];
  return [...opinions, ...felt, ...ties].join(" · ");
}
