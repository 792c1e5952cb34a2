import { plainPassword } from '@bourse/contract/identity';
import {
  commonNames,
  commonPasswords,
  commonWords,
  famousPhrases as phrases,
  keyboardWalks,
} from './common-password-words.ts';

/**
 * Passwords that people are known to choose: the most frequent ones of published leak statistics, and combinations of
 * common words, first names and keyboard walks with common endings. In lower case.
 */
const common: ReadonlySet<string> = collect();

/** Phrases that many people know, without spaces. */
const famousPhrases: ReadonlySet<string> = new Set(phrases);

/** Whether a password is one of tens of thousands of common ones, ignoring case. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

/**
 * Whether a password is a common one in disguise: with signs or digits around it, with digits or signs in place of
 * letters, or of fewer than five different characters.
 */
export function resemblesCommonPassword(password: string): boolean {
  const text = plainPassword(password).toLowerCase();
  const bare = withoutSigns(text);
  const unmasked = withoutSigns(
    text.replace(/[^\p{L}\p{M}]+$/u, '').replaceAll(/[@4831!05$7]/g, (sign) => maskedLetters[sign] ?? sign),
  );
  return (
    new Set(text).size < 5 ||
    [bare, bare.replace(/\d+$/, ''), unmasked].some((guess) => common.has(guess) || famousPhrases.has(guess))
  );
}

function withoutSigns(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

const maskedLetters: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};

/** The number of common passwords. */
export const commonPasswordCount = common.size;

function collect(): Set<string> {
  const found = new Set<string>(commonPasswords);
  for (const word of [...commonWords, ...commonNames, ...keyboardWalks]) {
    for (const ending of endings()) found.add(word + ending);
    found.add(word + word);
  }
  for (let digit = 0; digit <= 9; digit += 1) {
    for (let length = 6; length <= 16; length += 1) found.add(String(digit).repeat(length));
  }
  for (let year = 1940; year <= 2030; year += 1) {
    for (const date of dates(year)) found.add(date);
  }
  return new Set([...found].filter((password) => /^[a-z0-9]{6,16}$/.test(password)));
}

function endings(): readonly string[] {
  return ['', '1', '2', '3', '7', '0', '00', '01', '11', '12', '13', '21', '22', '69', '77', '88', '99', '007'].concat(
    ['111', '123', '321', '666', '777', '888', '999', '1234', '12345', '123456', '4321', '123123', 'abc', 'qwe'],
    ['2000', '2010', '2015', '2018', '2019', '2020', '2021', '2022', '2023', '2024', '2025', '2026'],
  );
}

/** Dates on the first of a month in the two common orders, and a year written twice. */
function dates(year: number): string[] {
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
  return [`${year}${year}`, ...months.flatMap((month) => [`01${month}${year}`, `${year}${month}01`])];
}
