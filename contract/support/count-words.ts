/** The fewest words of a feedback. */
export const minFeedbackWords = 10;

/**
 * The scripts that are written without spaces between words: in these, each sign counts. U+30FC and U+FF70 lengthen the
 * vowel before them and belong to no script.
 */
const sign =
  '(?=[\\p{L}\\p{Nl}])[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\u30fc\\uff70]';

/** The joiners keep letters of Hindi and Arabic in one word. */
const run = `(?:(?!${sign})[\\p{L}\\p{M}\\p{N}\\u200c\\u200d])`;

const words = new RegExp(`${sign}\\p{M}*|(?=[\\p{L}\\p{N}])${run}+`, 'gu');

/**
 * Counts the words of a text: each sign of Chinese, Japanese kana and Thai, and each run of letters or digits of other
 * scripts. Page and server agree, because both use this.
 */
export function countWords(text: string): number {
  return text.match(words)?.length ?? 0;
}
