const minLength = 2;
const maxLength = 100;

/** The scripts of names. Letters of any other script count as one more. */
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Syriac',
  'Thaana',
  'Ethiopic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Khmer',
  'Mongolian',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
] as const;

const patterns = scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);

/** Scripts that are written together. */
const families: readonly ReadonlySet<string>[] = [
  new Set(['Han', 'Hiragana', 'Katakana']),
  new Set(['Han', 'Hangul']),
  new Set(['Han', 'Bopomofo']),
];

export type RealNameProblem = 'real_name_required' | 'real_name_shape' | 'real_name_mixed';

/**
 * Reads a name as it is written in a document: NFKC, single spaces. Names in mixed scripts are refused, because letters
 * of different scripts that look alike could imitate another name.
 */
export function readRealName(text: string): { readonly name: string } | { readonly problem: RealNameProblem } {
  const name = text.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ');
  if (name === '') return { problem: 'real_name_required' };
  const length = Array.from(name).length;
  const isShaped = /^[\p{L}\p{M}][\p{L}\p{M} .,'’·・ー-]*$/u.test(name);
  if (!isShaped || length < minLength || length > maxLength) return { problem: 'real_name_shape' };
  return isOfOneScript(name) ? { name } : { problem: 'real_name_mixed' };
}

function isOfOneScript(name: string): boolean {
  const used = new Set<string>();
  for (const letter of name.match(/\p{L}/gu) ?? []) {
    // Letters such as the Japanese long vowel mark belong to several scripts.
    if (/\p{Script=Common}|\p{Script=Inherited}/u.test(letter)) continue;
    used.add(patterns.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'another');
  }
  return used.size <= 1 || families.some((family) => [...used].every((script) => family.has(script)));
}

export type CardIdProblem = 'card_id_required' | 'card_id_shape';

/**
 * Reads the number of a document: letters and digits in capitals, without the spaces and signs that documents print
 * between them.
 */
export function readCardId(text: string): { readonly cardId: string } | { readonly problem: CardIdProblem } {
  const cardId = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s./\-–]/gu, '');
  if (cardId === '') return { problem: 'card_id_required' };
  return /^[A-Z0-9]{5,30}$/.test(cardId) && /[0-9]/.test(cardId) ? { cardId } : { problem: 'card_id_shape' };
}
