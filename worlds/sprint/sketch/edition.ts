// Editions of the house's drawing. Pictures are named by the hash of their bytes, so a change of one byte is a new edition, and what was drawn before is drawn as it was.
export const EDITION = 2;
export const editionOf = ({ edition }: { readonly edition?: number }): number => edition ?? 1;
