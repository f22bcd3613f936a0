// What the telling of a story is grounded in beside the town itself: rules and places. What happened from outside is in `happenings` of the town.
export interface Place {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly atmosphere?: string;
}

export interface Tale {
  readonly rules: readonly string[];
  /** In the order in which they were made. */
  readonly places: readonly Place[];
}

export const openTale = (): Tale => ({ rules: [], places: [] });
