import type { catalogue as english } from './catalogues/en.ts';

type English = typeof english;

/** A text that stands by itself: no figure has to be filled in. For tables of labels. */
export type PlainKey = { [Part in keyof English]: PlainIn<Part> }[keyof English];

type PlainIn<Part extends keyof English> = {
  [Key in keyof English[Part]]: English[Part][Key] extends `${string}{{${string}` ? never : `${Part}.${Key & string}`;
}[keyof English[Part]];
