// Words by what they say of the command beside them. Data alone: closed classes, no phrases.

import { wordSet } from "../books.ts";
/** What sentences are made of: passed over for nothing. */
export const FUNCTION = wordSet(`
  the a an my your his her its our their this that these those some any it them him all both every each everything i im ive id ill you
  he hes she shes we were they theyre is are am was were be been being do does did done can could would will shall should may might must
  have has had having to of in on at by with for from into onto up down out off over about there here theres now then and but so or
  as if who what where when how which why whats wheres please just only also too very really quite well oh ok okay hey hi hello no yes not
  lets many much let me us myself maybe perhaps probably like want wanna need going gonna gotta try trying think guess suppose`);
/** Subjects of a remark: "it is dark". */
export const THIRD = wordSet(`
  it this that these those he she they there everything something nothing nobody everyone somebody someone`);
/** What may follow what is spoken of. */
export const COPULAS = wordSet(`
  is are was were isnt arent do does did had has have used could would will can should may must might look looks seem seems smell smells
  sound sounds feel feels hurt hurts said says thinks told always`);
/** What one only tells of oneself. */
export const MINDED = wordSet(`
  am are was were have had did do see saw notice noticed hear heard smell feel felt love hate like liked know knew remember wonder hope
  need want used bet think thought guess suppose believe figure figured found forgot understand`);
export const HERE = wordSet("i we you");
/** Stand between the two. */
export const HEDGING = wordSet("all really still just also already even only always kinda can could");
/** Begin what is said with one word. */
export const SAYING = wordSet(
  "its thats hes shes theyre im ive theres itd itll dont never looks smells sounds seems feels tastes",
);
export const CRIES = wordSet("wow ouch huh poor");
export const DEGREES = wordSet("so too very how super totally absolutely such");
/** Whose words these lead up to are done: "I take the lamp". */
export const DOERS = wordSet("i we and then");
/** Go with what stands behind them, so that no command begins there. */
export const BOUND = wordSet(`
  the a an my your his her its our their this that these those some any to of in on at by with for from into about or
  he she they who what which where when why how is are was were be very so too really not no someone somebody anyone
  anybody everyone everybody people help`);
/** With these it may hang on what comes before it. */
export const HEDGED = wordSet("if unless until when whenever before after or whether");
export const NEGATED = wordSet("not dont cant wont never cannot couldnt didnt wouldnt shouldnt isnt no nobody nothing");
export const MODALS = wordSet("could should would will might must can may shall ought");
export const CONTRASTS = wordSet("but just only instead rather");
/** After these it is somebody else's word. */
export const REPORTING = wordSet("say says said tell tells told asked who");
/** With these a circumstance begins. */
export const CIRCUMSTANTIAL = wordSet(`
  in on under underneath behind beside by at near to into above below around about along across through over during between among
  against toward towards as like`);
/** What they lead up to only tells where something is. */
export const PLACING = wordSet("in on under underneath behind beside by at near from of with to into above below");
