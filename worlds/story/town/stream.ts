// Small deterministic draws for what must not cost a hash each: who is awake, what a random feed shows. Keyed by the town's salt, so nobody can foresee them; dice of turns are not touched.

/** A stream of 32-bit draws; the same names give the same stream. */
export class Stream {
  #state: number;
  constructor(salt: string, ...names: readonly (string | number)[]) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < salt.length; i++) hash = Math.imul(hash ^ salt.charCodeAt(i), 0x01000193);
    for (let n = 0; n < names.length; n++) {
      const name = names[n]!;
      // A separator, so that ("a", "bc") and ("ab", "c") differ.
      hash = Math.imul(hash ^ 0x1f, 0x01000193);
      if (typeof name === "number") hash = Math.imul(hash ^ name, 0x01000193) ^ (name >>> 16);
      else for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    }
    this.#state = hash;
  }

  /** 32 bits (Mulberry32). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** In [0, 1), by steps of 2^-32. */
  share(): number {
    return this.#next() / 4_294_967_296;
  }

  /** A whole number from 0 up to and without `count`. */
  below(count: number): number {
    return Math.floor(this.share() * count);
  }
}
