/**
 * The format of the files in `locales`: i18next JSON v4. Keys nest, `{{name}}` is replaced by the parameter of that
 * name, and a text that depends on a number has one form for each plural category of CLDR that its language knows:
 * `key_one`, `key_other`.
 */

/** The texts of one language by their full keys, e.g. `errors.not_found`. */
export type Texts = ReadonlyMap<string, string>;

export type TextParameters = Readonly<Record<string, string | number>>;

/** A file of texts as it is written. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** The texts of a parsed file by their full keys. Throws when a value is neither a text nor an object. */
export function flattenTexts(tree: unknown, prefix = ''): Map<string, string> {
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) throw new Error(`${prefix} is no text`);
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') texts.set(`${prefix}${key}`, value);
    else for (const [inner, text] of flattenTexts(value, `${prefix}${key}.`)) texts.set(inner, text);
  }
  return texts;
}

/** The reverse of `flattenTexts`. */
export function nestTexts(texts: Texts): TextTree {
  const tree: Record<string, string | TextTree> = {};
  for (const [part, entries] of Map.groupBy(texts, ([key]) => key.split('.', 1)[0] ?? '')) {
    const [[key, text] = ['', '']] = entries;
    const below = entries.map(([full, inner]) => [full.slice(part.length + 1), inner] as const);
    tree[part] = key === part ? text : nestTexts(new Map(below));
  }
  return tree;
}

/** The names in `{{…}}` of a text, each once. */
export function parameterNames(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))];
}

const categories: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * A key split at its plural category: `minutes_one` is the form `one` of `minutes`. The category is null for a text
 * with one form.
 */
export function pluralForm(key: string): { readonly base: string; readonly category: string | null } {
  const at = key.lastIndexOf('_');
  const category = key.slice(at + 1);
  return at > 0 && categories.includes(category) ? { base: key.slice(0, at), category } : { base: key, category: null };
}

/** The plural categories that a language distinguishes. */
export function pluralCategories(tag: string): readonly string[] {
  return new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
}

/**
 * Texts of a language completed from the English ones, so that every key can be looked up; plurals get every form that
 * the language distinguishes.
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

/** The text of a key with its parameters filled in. The parameter `count` chooses among plural forms; without it, it is
 * the general one. A key without a text is returned as it is. */
export function formatText(texts: Texts, plurals: Intl.PluralRules, key: string, parameters: TextParameters): string {
  const count = parameters['count'];
  const form = typeof count === 'number' ? texts.get(`${key}_${plurals.select(count)}`) : undefined;
  return fillParameters(form ?? texts.get(key) ?? texts.get(`${key}_other`) ?? key, parameters);
}

/** Replaces `{{name}}` by the parameter of that name; a name without a parameter stays as it is. */
export function fillParameters(text: string, parameters: TextParameters): string {
  if (!text.includes('{{')) return text;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(parameters, name) ? String(parameters[name]) : whole,
  );
}
