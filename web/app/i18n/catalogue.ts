import type { catalogue as english } from './catalogues/en.ts';

type Texts<Group> = { readonly [Key in keyof Group]: Group[Key] extends string ? string : Texts<Group[Key]> };

/** A complete catalogue: every key of the English one. A missing or unknown key does not compile. */
export type Catalogue = Texts<typeof english>;
