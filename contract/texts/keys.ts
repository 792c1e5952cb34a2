import type { PageGroup, PageTexts, ServerTexts } from '../../locales/keys.generated.ts';

export type { PageGroup, PageTexts };

/** Every text of the exchange: its key, and a type that names its figures. */
export type AllTexts = PageTexts & ServerTexts;

export type TextKey = keyof AllTexts;

/** Names in `{{…}}` of a text. */
type FigureNames<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | FigureNames<Rest> : never;

/** The figures that a text takes. `count` is a number because it chooses the plural form. */
export type FiguresOf<Key extends TextKey> = {
  readonly [Name in FigureNames<AllTexts[Key]>]: Name extends 'count' ? number : string | number;
};

/** What follows a key where a text is asked for: nothing when it takes no figures. */
export type FiguresAfter<Key extends TextKey> = [FigureNames<AllTexts[Key]>] extends [never]
  ? []
  : [figures: FiguresOf<Key>];

type NamesBelow<Part extends string> = TextKey extends infer Key
  ? Key extends `${Part}.${infer Name}`
    ? Name
    : never
  : never;

/** What a successful change says, by its key below `success`. */
export type SuccessKey = NamesBelow<'success'>;

/** Account types that a user sees, by their code. */
export type AccountCode = NamesBelow<'accounts'>;
