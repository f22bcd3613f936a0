// People of a town: made up from dice, or written. Made-up ones have a name, a trade, a temper, interests, hours and opinions.
import type { Dice } from "@orrery/kernel";
import type { BehaviourConfig, ConfigPerson, Habits, Topic } from "./config.ts";
import { FIRST_EMOTIONS, HALF_LIVES, levelsOf } from "./emotions.ts";
import type { Agent, Behaviour, Profile } from "./state.ts";

const FIRST = (
  "Ada Adil Agnes Amir Ana Anouk Aram Astrid Bao Beatriz Bela Carla Chidi Clara Dario Dina Edda Elif Emeka Esra Farid Femi Freya Gita " +
  "Greta Hana Hassan Ida Ilse Imani Ines Iris Ivan Jamal Jana Jonas Juno Kaito Karim Kemal Kira Lars Leila Lena Lin Luca Maja Malik " +
  "Mara Marek Mei Mira Nadia Nils Noor Nora Oda Olga Omar Otto Petra Priya Rafael Rana Remi Rosa Ruben Samir Sana Selma Silas Sofia " +
  "Stella Sven Tariq Tess Theo Tilda Tomas Uma Vera Viktor Wanda Wei Yara Yusuf Zadie Zora"
).split(" ");
const LAST = (
  "Abbott Adeyemi Alder Amari Barlow Basso Bekker Brandt Calder Castel Cole Darrow Diaz Dunne Ekström Farrow Fenn Ferrer Forde Galli " +
  "Grant Haddad Hale Hart Holm Ibarra Ito Jansen Kaya Keller Khan Kovac Lange Larkin Lind Lowe Maddox Marsh Mbeki Mercer Moreau Moss " +
  "Nakata Novak Okafor Oyelaran Park Penn Petrov Quist Rahman Reyes Rhodes Rossi Sato Sayegh Schuster Shaw Silva Sorel Steen Tan Thorne " +
  "Toure Ueda Vance Varga Vogel Wells Winter Wolfe Yilmaz Young Zhou"
).split(" ");
const TRADES = (
  "baker,bus driver,carpenter,chemist,cook,designer,electrician,farmer,gardener,grocer,hairdresser,journalist,librarian,machinist,midwife," +
  "musician,nurse,painter,plumber,postal worker,programmer,roofer,shop assistant,student,surveyor,tailor,teacher,translator,vet,waiter"
).split(",");
const TEMPERS = (
  "asks before answering,changes their mind in public,dislikes being rushed,forgives slowly,keeps old letters,laughs at bad news,likes a quarrel," +
  "likes figures,never lets a joke pass,quick to help,reads everything twice,says little and means it,suspects officials,trusts the neighbours," +
  "worries at night,writes long replies"
).split(",");
const PASTIMES =
  "allotments,birds,bicycles,board games,choir,cooking,fishing,football,gardens,history,local news,maps,music,old films,trains,walking,weather,woodwork".split(
    ",",
  );

/** Default chances per waking round of a person. */
const HABITS: Habits = {
  post: 0.25,
  comment: 0.2,
  react: 0.4,
  share: 0.08,
  follow: 0.05,
  search: 0.03,
  message: 0.02,
  mute: 0.02,
};
const PLAIN: Behaviour = {
  opinion: { rule: "friedkin-johnsen", openness: 0.5, self: 0.6 },
  spread: { rule: "nobody" },
  homophily: null,
  outspoken: false,
  habits: HABITS,
  activity: 1,
  hours: null,
};

/** What a configuration says, with what is said of everybody, and what holds where nothing is said. */
const behaviourOf = (own: BehaviourConfig = {}, all: BehaviourConfig = {}): Behaviour => {
  const said = { ...all, ...own };
  return {
    opinion: said.opinion ?? PLAIN.opinion,
    spread: said.spread ?? PLAIN.spread,
    homophily: said.homophily ?? null,
    outspoken: said.outspoken ?? false,
    habits: { ...HABITS, ...all.habits, ...own.habits },
    activity: said.activity ?? 1,
    hours: said.hours ?? null,
  };
};

/** So many people, none with an id that is taken. */
export function makePeople(
  count: number,
  topics: readonly Topic[],
  taken: ReadonlySet<string>,
  dice: Dice,
): ConfigPerson[] {
  const used = new Map<string, number>();
  const people: ConfigPerson[] = [];
  const one = <T>(purpose: string, list: readonly T[]): T => list[dice.int(purpose, 0, list.length - 1)]!;
  for (let i = 0; i < count; i++) {
    const name = `${one("first name", FIRST)} ${one("last name", LAST)}`;
    const stem = name
      .normalize("NFD")
      .replace(/[^A-Za-z ]/g, "")
      .toLowerCase()
      .replaceAll(" ", "-");
    let id = stem;
    do {
      const n = (used.get(stem) ?? 0) + 1;
      used.set(stem, n);
      id = n === 1 ? stem : `${stem}-${n}`;
    } while (taken.has(id));
    const profession = one("trade", TRADES);
    const temper = one("temper", TEMPERS);
    const [first, second] = [one("pastime", PASTIMES), one("pastime", PASTIMES)];
    const rises = dice.int("rises", 5, 9);
    people.push({
      id,
      name,
      bio: `${profession[0]!.toUpperCase()}${profession.slice(1)}. ${first === second ? first : `${first}, ${second}`}.`,
      persona: `${name}, ${profession}; ${temper}.`,
      age: dice.int("age", 18, 82),
      profession,
      interests: first === second ? [first] : [first, second],
      opinions: Object.fromEntries(topics.map(({ id }) => [id, dice.int("opinion", 0, 1000) / 1000])),
      behaviour: { hours: Array.from({ length: 16 }, (_, h) => (rises + h) % 24).sort((a, b) => a - b) },
    });
  }
  return people;
}

export function profileOf(
  person: ConfigPerson,
  place: number,
  all: BehaviourConfig,
  topics: readonly Topic[],
  platforms: readonly string[],
): Profile {
  const { id, name, handle, bio, persona, kind, interests, opinions = {}, halfLives = {}, behaviour } = person;
  const { age, gender, country, profession, mbti } = person;
  return {
    place,
    id,
    name,
    handle: handle ?? id,
    bio: bio ?? "",
    persona: persona ?? "",
    kind: kind ?? "person",
    interests: interests ?? [],
    facts: {
      ...(age === undefined ? {} : { age }),
      ...(gender === undefined ? {} : { gender }),
      ...(country === undefined ? {} : { country }),
      ...(profession === undefined ? {} : { profession }),
      ...(mbti === undefined ? {} : { mbti }),
    },
    platforms: person.platforms ?? platforms,
    behaviour: behaviourOf(behaviour, all),
    firstOpinions: { ...Object.fromEntries(topics.map((topic) => [topic.id, 0.5])), ...opinions },
    halfLives: levelsOf(halfLives, HALF_LIVES),
  };
}

export const agentOf = (
  { emotions = {} }: ConfigPerson,
  { firstOpinions }: Profile,
  following: readonly string[],
): Agent => ({
  status: "alive",
  opinions: firstOpinions,
  emotions: levelsOf(emotions, FIRST_EMOTIONS),
  feltIn: 0,
  bonds: {},
  following,
  followers: 0,
  muted: [],
  liked: [],
  disliked: [],
  shared: [],
  recent: [],
  groups: [],
  notices: [],
  mail: [],
  found: null,
  questions: [],
  silentUntil: 0,
  actedIn: 0,
});
