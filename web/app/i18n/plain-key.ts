import type { PageTexts } from '@bourse/contract/texts';

/** The key of a text without parameters, for tables of labels. */
export type PlainKey = {
  [Key in keyof PageTexts]: PageTexts[Key] extends `${string}{{${string}` ? never : Key;
}[keyof PageTexts];
