import type { PageGroup, PageTexts, ServerTexts } from '../../locales/keys.generated.ts';

export type { PageGroup, PageTexts };

/** Every text of the exchange: its key, and a type that contains the names of its parameters. */
export type AllTexts = PageTexts & ServerTexts;

export type TextKey = keyof AllTexts;

/** The names in `{{…}}` of a text. */
type ParameterNames<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** The parameters of a text. `count` is a number because it selects the plural form. */
export type ParametersOf<Key extends TextKey> = {
  readonly [Name in ParameterNames<AllTexts[Key]>]: Name extends 'count' ? number : string | number;
};

/** The arguments after a key: none if its text has no parameters. */
export type ParametersAfter<Key extends TextKey> = [ParameterNames<AllTexts[Key]>] extends [never]
  ? []
  : [parameters: ParametersOf<Key>];

type NamesBelow<Part extends string> = TextKey extends infer Key
  ? Key extends `${Part}.${infer Name}`
    ? Name
    : never
  : never;

/** The keys of success messages, below `success`. */
export type SuccessKey = NamesBelow<'success'>;

/** The codes of account types that users see. */
export type AccountCode = NamesBelow<'accounts'>;
