/**
 * The format of the files in `locales` is i18next JSON v4. Keys nest, `{{name}}` is replaced with the parameter of that
 * name, and a text that depends on a number has one form per CLDR plural category of its language: `key_one`,
 * `key_other`.
 */

/** The texts of a language by their full keys, e.g. `errors.not_found`. */
export type Texts = ReadonlyMap<string, string>;

export type TextParameters = Readonly<Record<string, string | number>>;

/** The contents of a file of texts. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** The texts of a parsed file by their full keys. Throws if a value is neither a text nor an object. */
export function flattenTexts(tree: unknown, prefix = ''): Map<string, string> {
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) throw new Error(`${prefix} is not a text`);
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') texts.set(`${prefix}${key}`, value);
    else for (const [inner, text] of flattenTexts(value, `${prefix}${key}.`)) texts.set(inner, text);
  }
  return texts;
}

/** The inverse of `flattenTexts`. */
export function nestTexts(texts: Texts): TextTree {
  const tree: Record<string, string | TextTree> = {};
  for (const [part, entries] of Map.groupBy(texts, ([key]) => key.split('.', 1)[0] ?? '')) {
    const [[key, text] = ['', '']] = entries;
    const below = entries.map(([full, inner]) => [full.slice(part.length + 1), inner] as const);
    tree[part] = key === part ? text : nestTexts(new Map(below));
  }
  return tree;
}

/** The distinct names in `{{…}}` of a text. */
export function parameterNames(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))];
}

const categories: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * Splits a key at its plural category: `minutes_one` is the form `one` of `minutes`. The category is null for a text
 * with a single form.
 */
export function pluralForm(key: string): { readonly base: string; readonly category: string | null } {
  const at = key.lastIndexOf('_');
  const category = key.slice(at + 1);
  return at > 0 && categories.includes(category) ? { base: key.slice(0, at), category } : { base: key, category: null };
}

/** The plural categories of a language. */
export function pluralCategories(tag: string): readonly string[] {
  return new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
}

/**
 * The texts of a language, completed with the English ones so that every key exists; plurals get every form that the
 * language has.
 */
export function withEnglish(own: Texts, english: Texts, tag: string): Map<string, string> {
  const all = new Map(own);
  for (const [key, text] of english) {
    const { base, category } = pluralForm(key);
    if (category === null) {
      if (!all.has(key)) all.set(key, text);
    } else {
      for (const form of pluralCategories(tag)) {
        const substitute = own.get(`${base}_other`) ?? english.get(`${base}_${form}`) ?? english.get(`${base}_other`);
        if (!all.has(`${base}_${form}`)) all.set(`${base}_${form}`, substitute ?? text);
      }
    }
  }
  return all;
}

/**
 * The text of a key with its parameters filled in. The parameter `count` selects the plural form; without it the
 * general form is used. A key without a text is returned unchanged.
 */
export function formatText(texts: Texts, plurals: Intl.PluralRules, key: string, parameters: TextParameters): string {
  const count = parameters['count'];
  const form = typeof count === 'number' ? texts.get(`${key}_${plurals.select(count)}`) : undefined;
  return fillParameters(form ?? texts.get(key) ?? texts.get(`${key}_other`) ?? key, parameters);
}

/** Replaces `{{name}}` with the parameter of that name; names without a parameter are kept. */
export function fillParameters(text: string, parameters: TextParameters): string {
  if (!text.includes('{{')) return text;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(parameters, name) ? String(parameters[name]) : whole,
  );
}
