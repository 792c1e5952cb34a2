/** A language of the exchange. */
interface KnownLanguage {
  /** BCP 47: names the folder of its texts in `locales`, and the language to `Intl` and to browsers. */
  readonly tag: string;
  /** Its name in the language itself. */
  readonly name: string;
  /** Other values of the `lang` header that mean this language. */
  readonly aliases?: readonly string[];
}

/**
 * Every language by its code on the wire: the value of the `lang` header, of `lang` in answers and of the `language`
 * columns in the database. A new language is one line here and a folder in `locales`.
 */
export const languages = {
  en: { tag: 'en', name: 'English' },
  de: { tag: 'de', name: 'Deutsch' },
  it: { tag: 'it', name: 'Italiano' },
  es: { tag: 'es', name: 'Español' },
  fr: { tag: 'fr', name: 'Français' },
  zh: { tag: 'zh-CN', name: '简体中文' },
  in: { tag: 'hi', name: 'हिन्दी' },
  pt: { tag: 'pt', name: 'Português' },
  ja: { tag: 'ja', name: '日本語', aliases: ['jp'] },
  zh_TW: { tag: 'zh-TW', name: '繁體中文', aliases: ['hk'] },
  nl: { tag: 'nl', name: 'Nederlands' },
  tr: { tag: 'tr', name: 'Türkçe' },
} as const satisfies Record<string, KnownLanguage>;

export type Language = keyof typeof languages;

/** The codes in the order of the table, which is the order in which languages are offered. */
export const languageCodes: readonly Language[] = Object.keys(languages).filter(isLanguage);

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}

/** Reads a code, an alias or a BCP 47 tag; null for anything else. */
export function languageFrom(code: string | null | undefined): Language | null {
  if (code === null || code === undefined) return null;
  return isLanguage(code) ? code : (byOtherName.get(code) ?? null);
}

/** The language that a `lang` header asks for; English when it names none that is known. */
export function languageOf(header: string | undefined): Language {
  return languageFrom(header) ?? 'en';
}

const byOtherName = new Map<string, Language>(languageCodes.flatMap((code) => otherNamesOf(code)));

function otherNamesOf(code: Language): [string, Language][] {
  const { tag, aliases = [] }: KnownLanguage = languages[code];
  return [tag, ...aliases].map((name) => [name, code]);
}
