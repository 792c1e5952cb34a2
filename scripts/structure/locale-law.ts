import { parameterNames, pluralCategories, pluralForm, type Texts } from '../../contract/texts/index.ts';
import { type Locale, type Locales, textsOf } from '../texts/locales.ts';

/** The faults in the texts of one language. */
export interface LocaleFaults {
  readonly tag: string;
  /** Keys, with their group, that English has and this language lacks. */
  readonly missing: readonly string[];
  /** Keys that English does not have. */
  readonly unknown: readonly string[];
  /** Keys whose text has other parameters or marks other words than the English one. */
  readonly differing: readonly string[];
  readonly blank: readonly string[];
}

/** Compares every language with the English texts. */
export function localeFaults({ english, others }: Locales): LocaleFaults[] {
  return [english, ...others].map((locale) => faultsOf(english, locale));
}

function faultsOf(english: Locale, locale: Locale): LocaleFaults {
  const groups = [...english.groups].map(([group, texts]) => {
    const own = locale.groups.get(group) ?? new Map<string, string>();
    const expected = expectedTexts(texts, locale.tag);
    const named = (key: string): string => `${group}.json ${key}`;
    return {
      missing: [...expected.keys()].filter((key) => !own.has(key)).map(named),
      unknown: [...own.keys()].filter((key) => !expected.has(key)).map(named),
      differing: [...own]
        .filter(([key, text]) => differ(key, text, expected.get(key) ?? text))
        .map(([key]) => named(key)),
      blank: [...own].filter(([, text]) => text.trim() === '').map(([key]) => named(key)),
    };
  });
  const strangers = [...locale.groups.keys()]
    .filter((group) => !english.groups.has(group))
    .map((group) => `${group}.json`);
  return {
    tag: locale.tag,
    missing: groups.flatMap(({ missing }) => missing),
    unknown: [...strangers, ...groups.flatMap(({ unknown }) => unknown)],
    differing: groups.flatMap(({ differing }) => differing),
    blank: groups.flatMap(({ blank }) => blank),
  };
}

/** The keys that a language must have, each with its English text; plurals have the forms of the language. */
function expectedTexts(english: Texts, tag: string): Texts {
  const expected = new Map<string, string>();
  for (const [key, text] of english) {
    const { base, category } = pluralForm(key);
    if (category === null) expected.set(key, text);
    else
      for (const form of pluralCategories(tag)) expected.set(`${base}_${form}`, english.get(`${base}_other`) ?? text);
  }
  return expected;
}

/** A plural form for a fixed number may spell it out ("one order"). */
function differ(key: string, text: string, original: string): boolean {
  const { category } = pluralForm(key);
  const mayLeaveOutCount = category !== null && category !== 'other' && category !== 'many';
  const partsOf = (one: string): string =>
    [...parameterNames(one), ...[...one.matchAll(/<\/?\w+>/g)].map(([mark]) => mark)]
      .filter((part) => !mayLeaveOutCount || part !== 'count')
      .toSorted()
      .join(' ');
  return partsOf(text) !== partsOf(original);
}

/** Reports keys that are in two files, or that are both a text and a parent of texts. */
export function keyViolations({ english }: Locales): string[] {
  const all = textsOf(english);
  const groups = [...english.groups];
  return groups.flatMap(([group, texts], at) =>
    [...texts.keys()].flatMap((key) => {
      const other = groups.slice(at + 1).find(([, others]) => others.has(key))?.[0];
      return [
        ...(other === undefined ? [] : [`${key} is in ${group}.json and in ${other}.json`]),
        ...(all.has(key.slice(0, key.lastIndexOf('.'))) ? [`${key} is below a key that is a text itself`] : []),
      ];
    }),
  );
}

/** Reports notes for translators on texts that do not exist. */
export function noteViolations({ english, notes }: Locales): string[] {
  const keys = [...textsOf(english).keys()];
  const isKnown = (noted: string): boolean =>
    keys.some((key) => key === noted || key.startsWith(`${noted}.`) || pluralForm(key).base === noted);
  return [...notes.keys()]
    .filter((noted) => !isKnown(noted))
    .map((noted) => `locales/notes.json has a note on ${noted}, which does not exist`);
}
