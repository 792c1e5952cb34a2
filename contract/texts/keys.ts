import type { PageGroup, PageTexts, ServerTexts } from '../../locales/keys.generated.ts';

export type { PageGroup, PageTexts };

/** Every text of the exchange: its key, and a type that names its parameters. */
export type AllTexts = PageTexts & ServerTexts;

export type TextKey = keyof AllTexts;

/** Names in `{{…}}` of a text. */
type ParameterNames<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** The parameters that a text takes. `count` is a number because it chooses the plural form. */
export type ParametersOf<Key extends TextKey> = {
  readonly [Name in ParameterNames<AllTexts[Key]>]: Name extends 'count' ? number : string | number;
};

/** What follows a key where a text is asked for: nothing when it takes no parameters. */
export type ParametersAfter<Key extends TextKey> = [ParameterNames<AllTexts[Key]>] extends [never]
  ? []
  : [parameters: ParametersOf<Key>];

type NamesBelow<Part extends string> = TextKey extends infer Key
  ? Key extends `${Part}.${infer Name}`
    ? Name
    : never
  : never;

/** What a successful change says, by its key below `success`. */
export type SuccessKey = NamesBelow<'success'>;

/** Account types that a user sees, by their code. */
export type AccountCode = NamesBelow<'accounts'>;
