/** Names with more words are compared in their order only, which bounds the work of a comparison. */
const maxOrderedWords = 10;

/**
 * Whether two names are the same apart from case, spaces, dots and the order of words, after Unicode NFKC. Everything
 * else counts, such as accents, hyphens, and letters of another script that look alike.
 */
export function isSameName(given: string, other: string): boolean {
  const [words, others] = [wordsOf(given), wordsOf(other)];
  if (words.length === 0 || others.length === 0) return false;
  const [text, otherText] = [words.join(''), others.join('')];
  return text === otherText || consistsOf(text, others) || consistsOf(otherText, words);
}

/**
 * The words of a name in upper case, which folds more letters together than lower case: ß and SS, both forms of the
 * Greek sigma, and, with the dot of İ removed, all forms of the Turkish i.
 */
function wordsOf(name: string): readonly string[] {
  const folded = name.normalize('NFKC').toUpperCase().replaceAll('İ', 'I').replaceAll('I\u0307', 'I').normalize('NFKC');
  return folded.split(separators).filter((word) => word !== '');
}

/** Spaces, and the dots of initials and of transcribed names. */
const separators = /[\s.·•・‧]+/u;

/** Whether a text consists of these words, each used once, in any order. */
function consistsOf(text: string, words: readonly string[]): boolean {
  if (words.length > maxOrderedWords || text.length !== words.join('').length) return false;
  // The rest of the text follows from the words that are left, so each set of them is tried once.
  const failed = new Set<string>();
  const fits = (at: number, left: readonly string[]): boolean => {
    if (left.length === 0) return true;
    const key = left.join(' ');
    if (failed.has(key)) return false;
    const found = left.some(
      (word, index) => text.startsWith(word, at) && fits(at + word.length, left.toSpliced(index, 1)),
    );
    if (!found) failed.add(key);
    return found;
  };
  return fits(0, words);
}
