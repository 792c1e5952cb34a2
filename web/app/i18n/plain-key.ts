import type { PageTexts } from '@bourse/contract/texts';

/** A text that takes no parameters. For tables of labels. */
export type PlainKey = {
  [Key in keyof PageTexts]: PageTexts[Key] extends `${string}{{${string}` ? never : Key;
}[keyof PageTexts];
