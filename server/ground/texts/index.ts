import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorKey, errorParameters } from '@bourse/contract';
import {
  type TextParameters,
  type ParametersAfter,
  flattenTexts,
  formatText,
  type Language,
  languageCodes,
  languages,
  type TextKey,
  type Texts,
  withEnglish,
} from '@bourse/contract/texts';

export { minuteText } from './minute-text.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'locales');

const noParameters: TextParameters = {};

/** The texts of a language, completed with the English ones, and its plural rules. */
interface Voice {
  readonly texts: Texts;
  readonly plurals: Intl.PluralRules;
}

const english = readTexts(languages.en.tag);
const voices = new Map(languageCodes.map((language) => [language, voiceOf(languages[language].tag)]));

/** The text of a key in a language with parameters filled in; English if the language lacks it. */
export function say<Key extends TextKey>(language: Language, key: Key, ...[parameters]: ParametersAfter<Key>): string {
  return speak(language, key, parameters ?? noParameters);
}

/** The message of a refusal. Its first parameter, if a number, chooses the plural form. */
export function sayRefusal(language: Language, error: ErrorKey, parameters: TextParameters): string {
  const key: TextKey = `errors.${error}`;
  const [first] = errorParameters[error];
  const count = first === undefined ? undefined : parameters[first];
  return speak(language, key, typeof count === 'number' ? { ...parameters, count } : parameters);
}

function speak(language: Language, key: TextKey, parameters: TextParameters): string {
  const voice = voices.get(language);
  return voice === undefined ? key : formatText(voice.texts, voice.plurals, key, parameters);
}

function voiceOf(tag: string): Voice {
  return { texts: withEnglish(readTexts(tag), english, tag), plurals: new Intl.PluralRules(tag) };
}

/** Every text of a language, from all files of its folder. */
function readTexts(tag: string): Texts {
  const place = join(folder, tag);
  const files = readdirSync(place).filter((file) => file.endsWith('.json'));
  return new Map(files.flatMap((file) => [...flattenTexts(JSON.parse(readFileSync(join(place, file), 'utf8')))]));
}
