/** A language of the exchange. */
interface KnownLanguage {
  /** BCP 47 tag: the name of its folder in `locales`, and the language for `Intl` and browsers. */
  readonly tag: string;
  /** The name of the language in that language. */
  readonly name: string;
  /** Other values of the `lang` header for this language. */
  readonly aliases?: readonly string[];
}

/**
 * Every language by its code on the wire, which is used in the `lang` header, in `lang` of answers and in the
 * `language` columns of the database. Adding a language takes one line here and a folder in `locales`.
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

/** The codes in the order of the table, in which languages are offered. */
export const languageCodes: readonly Language[] = Object.keys(languages).filter(isLanguage);

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}

/** Parses a code, an alias or a BCP 47 tag; null for anything else. */
export function languageFrom(code: string | null | undefined): Language | null {
  if (code === null || code === undefined) return null;
  return isLanguage(code) ? code : (byOtherName.get(code) ?? null);
}

/** The language of a `lang` header; English if it is missing or unknown. */
export function languageOf(header: string | undefined): Language {
  return languageFrom(header) ?? 'en';
}

const byOtherName = new Map<string, Language>(languageCodes.flatMap((code) => otherNamesOf(code)));

function otherNamesOf(code: Language): [string, Language][] {
  const { tag, aliases = [] }: KnownLanguage = languages[code];
  return [tag, ...aliases].map((name) => [name, code]);
}
