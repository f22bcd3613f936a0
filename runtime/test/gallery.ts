// A world for tests: painters hang pictures, all in one window. Secrets: the pictures of the others, until everyone's hangs.
import { type Lexicon, refuse, Type, type World } from "@orrery/kernel";

const PAINTERS = ["ann", "ben"] as const;
const actions = {
  hang: {
    metadata: Type.Object(
      { picture: Type.String({ pattern: "^[0-9a-f]{64}$" }), title: Type.Optional(Type.String({ maxLength: 80 })) },
      { additionalProperties: false },
    ),
  },
} as const;

interface State {
  readonly rounds: number;
  readonly deadlineMs: number;
  /** Silent painters are waited for. */
  readonly patient: boolean;
  /** Titles are told while they are written, to the other painter too. */
  readonly loud: boolean;
  readonly done: number;
  readonly hung: Readonly<Record<string, string>>;
  readonly shown: readonly (readonly string[])[];
}
interface View {
  readonly done: number;
  readonly mine: string | null;
  /** By round. */
  readonly shown: readonly (readonly string[])[];
}
type Event =
  | { readonly type: "hung"; readonly who: string; readonly picture: string }
  | { readonly type: "opened"; readonly pictures: readonly string[] };
export interface Gallery {
  config: {
    readonly rounds: number;
    readonly deadlineMs?: number;
    readonly patient?: boolean;
    readonly loud?: boolean;
  };
  state: State;
  view: View;
  percept: { readonly type: "opened"; readonly pictures: readonly string[] };
  mind: null;
  event: Event;
  reasons: { closed: Record<string, never>; blank: Record<string, never> };
  actions: typeof actions;
  god: Record<string, never>;
}

/** What hangs for a painter who was silent. */
export const BLANK = "0".repeat(64);

export const gallery = {
  id: "gallery",
  version: 1,
  config: Type.Object(
    {
      rounds: Type.Integer({ minimum: 1 }),
      deadlineMs: Type.Optional(Type.Integer({ minimum: 1 })),
      patient: Type.Optional(Type.Boolean()),
      loud: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  actions,
  open: ({ rounds, deadlineMs = 0, patient = false, loud = false }) => ({
    rounds,
    deadlineMs,
    patient,
    loud,
    done: 0,
    hung: {},
    shown: [],
  }),
  actors: () => PAINTERS,
  asks: ({ rounds, deadlineMs, patient, loud, done }) =>
    done === rounds
      ? []
      : PAINTERS.map((to) => ({
          id: `${to}/${done}`,
          to,
          lane: "wall",
          may: ["hang" as const],
          kind: "due" as const,
          most: 1,
          attempts: 2,
          aloud: "metadata.title" as const,
          ...(loud ? { aloudTo: PAINTERS } : {}),
          ...(deadlineMs > 0 ? { deadlineMs } : {}),
          ...(patient
            ? {}
            : { fallback: () => ({ actorId: to, type: "hang" as const, metadata: { picture: BLANK } }) }),
        })),
  check: {
    hang: ({ mine }, { metadata }) =>
      mine !== null ? refuse("closed", {}) : metadata.title === "untitled" ? refuse("blank", {}) : null,
  },
  decide: { hang: (_state, { actorId, metadata }) => [{ type: "hung", who: actorId, picture: metadata.picture }] },
  settle: ({ hung }) =>
    PAINTERS.every((who) => hung[who] !== undefined)
      ? [{ type: "opened", pictures: PAINTERS.map((who) => hung[who]!) }]
      : [],
  apply: {
    hung: (state, { who, picture }) => ({ ...state, hung: { ...state.hung, [who]: picture } }),
    opened: (state, { pictures }) => ({
      ...state,
      hung: {},
      done: state.done + 1,
      shown: [...state.shown, pictures],
    }),
  },
  perceive: (_before, event) => (event.type === "opened" ? PAINTERS.map((to) => ({ to, what: event })) : []),
  view: ({ done, hung, shown }, who) => ({ done, mine: hung[who] ?? null, shown }),
  legal: (_view, actorId) => [{ actorId, type: "hang", metadata: { picture: BLANK } }],
  explain: { closed: () => "Your picture hangs already.", blank: () => "A picture has a title of its own." },
  outcome: ({ rounds, done }) => (done === rounds ? { done } : null),
  entities: () => [],
  words: {
    name: (_view, who) => who,
    lexicon: (): Lexicon => ({ verbs: [], nouns: [] }),
    tell: ({ percepts }) => percepts.map(({ pictures }) => `${pictures.length} pictures hang.`).join(" "),
  },
} satisfies World<Gallery>;
