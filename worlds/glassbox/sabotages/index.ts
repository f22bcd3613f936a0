// The sabotages that there are, one file each. Doors are no such system: they open by themselves.
import { comms } from "./comms.ts";
import { lights } from "./lights.ts";
import { oxygen } from "./oxygen.ts";
import { reactor } from "./reactor.ts";

const ALL = { reactor, oxygen, lights, comms } as const;
export type System = keyof typeof ALL;
export const SABOTAGES: Readonly<Record<System, (typeof ALL)[System]>> = ALL;
export const SYSTEMS = Object.keys(ALL) as readonly System[];
export const isSystem = (name: string): name is System => Object.hasOwn(ALL, name);
/** Whether the crew loses unless it is mended in time. */
export const isCritical = (system: System): boolean => SABOTAGES[system].limit !== null;

/** Whether what is broken takes the crew's sight; or consoles and the task list. */
export const isDark = (at: Broken): boolean => effectOf(at) === "dark";
export const isSilent = (at: Broken): boolean => effectOf(at) === "silent";
interface Broken {
  readonly sabotage: { readonly system: System } | null;
}
const effectOf = ({ sabotage }: Broken) => sabotage && SABOTAGES[sabotage.system].effect;

/** Settings that single sabotages bring along. */
export const SABOTAGE_SETTINGS = { ...reactor.settings, ...oxygen.settings, ...lights.settings, ...comms.settings };
