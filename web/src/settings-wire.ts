// What the settings ask of the server beside what every page asks: models set up, what they cost, what agents learned.
import type { Bill, DiscoveredModel, LearnedCard, LearnedFile, ModelCard, NewModel } from "./shapes.ts";
import { get, post } from "./wire.ts";

/** One small call to one model, which may cost a little. */
export const testModel = async (name: string): Promise<ModelCard> =>
  (await post<ModelCard[]>("/api/models/check", { only: [name] }))[0]!;
/** Models of the servers on this machine: at their usual ports, or at these URLs. */
export const discoverModels = (urls?: readonly string[]): Promise<DiscoveredModel[]> =>
  post("/api/models/discover", urls ? { urls } : {});
/** Resolves to the name it has. */
export const addModel = async (model: NewModel): Promise<string> =>
  (await post<{ name: string }>("/api/models", model)).name;
export const removeModel = (name: string): Promise<unknown> => post(`/api/models/${encodeURIComponent(name)}/remove`);

/** What models have cost, in all runs. */
export const bill = (): Promise<Bill> => get("/api/bill");

export const learnedCards = (): Promise<LearnedCard[]> => get("/api/learned");
const learnerAt = (agent: string, part = ""): string => `/api/learned/${encodeURIComponent(agent)}${part}`;
export const learnedFile = ({ agent, world }: LearnedCard): Promise<LearnedFile> => get(learnerAt(agent), { world });
/** Resolves to what is still kept. */
export const forgetLearned = ({ agent, world }: LearnedCard): Promise<LearnedCard[]> =>
  post(learnerAt(agent, "/forget"), { world });
