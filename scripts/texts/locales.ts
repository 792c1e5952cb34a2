import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flattenTexts, languageCodes, languages, type Texts } from '../../contract/texts/index.ts';

/** The texts of one language by group, which is a file: `home` is `home.json`. */
export interface Locale {
  readonly tag: string;
  readonly groups: ReadonlyMap<string, Texts>;
}

export interface Locales {
  readonly english: Locale;
  readonly others: readonly Locale[];
  /** Notes for translators on a text, or on all texts below a key; not used by any program. */
  readonly notes: Texts;
}

/** Groups that only the server reads; every other group belongs to a page. */
export const serverGroups: readonly string[] = ['server', 'mail', 'reviews'];

/** Reads `locales`: all languages of the language table, even those without a folder. */
export function readLocales(root: string): Locales {
  const folder = join(root, 'locales');
  const tags = languageCodes.map((code) => languages[code].tag).filter((tag) => tag !== 'en');
  return {
    english: readLocale(folder, 'en'),
    others: tags.map((tag) => readLocale(folder, tag)),
    notes: readTexts(join(folder, 'notes.json')),
  };
}

/** All texts of a language in one map. */
export function textsOf({ groups }: Locale): Texts {
  return new Map([...groups.values()].flatMap((texts) => [...texts]));
}

function readLocale(folder: string, tag: string): Locale {
  const place = join(folder, tag);
  const files = existsSync(place) ? readdirSync(place).filter((file) => file.endsWith('.json')) : [];
  return { tag, groups: new Map(files.map((file) => [file.slice(0, -'.json'.length), readTexts(join(place, file))])) };
}

function readTexts(file: string): Texts {
  return flattenTexts(JSON.parse(readFileSync(file, 'utf8')));
}
