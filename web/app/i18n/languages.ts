/** A language as the wire and the browser name it, and as its speakers do. */
export interface Language {
  readonly code: LanguageCode;
  /** BCP 47, for the document, numbers and dates. */
  readonly locale: string;
  readonly name: string;
}

export const languageCodes = ['en', 'de', 'it', 'es', 'fr', 'zh', 'in', 'pt', 'ja', 'zh_TW', 'nl', 'tr'] as const;
export type LanguageCode = (typeof languageCodes)[number];

export const languages: Readonly<Record<LanguageCode, Language>> = {
  en: { code: 'en', locale: 'en', name: 'English' },
  de: { code: 'de', locale: 'de', name: 'Deutsch' },
  it: { code: 'it', locale: 'it', name: 'Italiano' },
  es: { code: 'es', locale: 'es', name: 'Español' },
  fr: { code: 'fr', locale: 'fr', name: 'Français' },
  zh: { code: 'zh', locale: 'zh-CN', name: '简体中文' },
  in: { code: 'in', locale: 'hi', name: 'हिन्दी' },
  pt: { code: 'pt', locale: 'pt', name: 'Português' },
  ja: { code: 'ja', locale: 'ja', name: '日本語' },
  zh_TW: { code: 'zh_TW', locale: 'zh-TW', name: '繁體中文' },
  nl: { code: 'nl', locale: 'nl', name: 'Nederlands' },
  tr: { code: 'tr', locale: 'tr', name: 'Türkçe' },
};

const eight: readonly LanguageCode[] = ['en', 'de', 'it', 'es', 'fr', 'zh', 'in', 'pt'];

/** The languages that the site setting `lang_switch` offers; none when the switch is hidden. */
export function offeredLanguages(langSwitch: number): readonly LanguageCode[] {
  switch (langSwitch) {
    case 8:
      return ['en', 'de'];
    case 9:
      return ['en', 'it'];
    case 10:
    case 11:
      return eight;
    case 12:
      return languageCodes;
    default:
      return [];
  }
}

/** The unit of the whole market's volume that readers of a language are used to, by its BCP 47 name. */
export function marketVolumeUnit(locale: string): 'BTC' | 'USDT' {
  return /^(zh|ja)\b/.test(locale) ? 'BTC' : 'USDT';
}

/** Reads a stored code, also in the names `jp` and `hk` that are in use elsewhere. */
export function languageFrom(code: string | null): LanguageCode | null {
  if (code === 'jp') return 'ja';
  if (code === 'hk') return 'zh_TW';
  return languageCodes.find((known) => known === code) ?? null;
}

/** The BCP 47 name of a language that the server names; null for one that we do not know. */
export function localeOf(code: string): string | null {
  const known = languageFrom(code);
  return known === null ? null : languages[known].locale;
}

/** The first language of the browser's list that is among ours, by BCP 47 names such as "pt-BR" or "zh-Hant-HK". */
export function languageOfBrowser(preferred: readonly string[], offered: readonly LanguageCode[]): LanguageCode | null {
  for (const tag of preferred) {
    const match = languageOfTag(tag.toLowerCase());
    if (match !== null && offered.includes(match)) return match;
  }
  return null;
}

function languageOfTag(tag: string): LanguageCode | null {
  if (/^zh\b.*\b(hant|tw|hk|mo)\b/.test(tag)) return 'zh_TW';
  const [language] = tag.split('-');
  if (language === 'hi') return 'in';
  return languageCodes.find((code) => code !== 'in' && code === language) ?? null;
}

/**
 * The language to show: the stored one, else the browser's, else English; always one that is offered. A hidden switch
 * offers no choice but keeps what the reader had.
 */
export function chooseLanguage(
  stored: string | null,
  preferred: readonly string[],
  langSwitch: number | null,
): LanguageCode {
  const offered = langSwitch === null || langSwitch === 0 ? languageCodes : offeredLanguages(langSwitch);
  const known = languageFrom(stored);
  if (known !== null && offered.includes(known)) return known;
  return languageOfBrowser(preferred, offered) ?? 'en';
}
