// The attribution that the rules' source (SRD 5.1) asks for, as data that a product shows. No rule is here.

/** Shown wherever rules are shown: page, terminal, exports. */
export const ATTRIBUTION =
  'This work includes material taken from the System Reference Document 5.1 ("SRD 5.1") by Wizards of the Coast LLC and available at https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is licensed under the Creative Commons Attribution 4.0 International License available at https://creativecommons.org/licenses/by/4.0/legalcode.';

/** What CC-BY asks to be said of changes. */
export const MODIFICATIONS = "Tables were abridged and rewritten as data; wording and selection are ours.";
