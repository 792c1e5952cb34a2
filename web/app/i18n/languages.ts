import { type Language, languageCodes, languageFrom, languages } from '@bourse/contract/texts';

const eight: readonly Language[] = ['en', 'de', 'it', 'es', 'fr', 'zh', 'in', 'pt'];

/** The languages that the site setting `lang_switch` offers; empty when the switch is hidden. */
export function offeredLanguages(langSwitch: number): readonly Language[] {
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

/** The unit in which total market volume is customarily shown in a locale (BCP 47 tag). */
export function marketVolumeUnit(locale: string): 'BTC' | 'USDT' {
  return /^(zh|ja)\b/.test(locale) ? 'BTC' : 'USDT';
}

/** The BCP 47 tag of a server language code; null for an unknown code. */
export function localeOf(code: string): string | null {
  const known = languageFrom(code);
  return known === null ? null : languages[known].tag;
}

/** The first of the browser's preferred languages (BCP 47 tags such as "pt-BR" or "zh-Hant-HK") that is offered. */
export function languageOfBrowser(preferred: readonly string[], offered: readonly Language[]): Language | null {
  for (const tag of preferred) {
    const match = languageOfTag(tag.toLowerCase());
    if (match !== null && offered.includes(match)) return match;
  }
  return null;
}

function languageOfTag(tag: string): Language | null {
  if (/^zh\b.*\b(hant|tw|hk|mo)\b/.test(tag)) return 'zh_TW';
  const [language] = tag.split('-');
  return languageCodes.find((code) => languages[code].tag.split('-')[0] === language) ?? null;
}

/**
 * The language to show: the stored one, else the browser's, else English; always one that is offered. When the switch
 * is hidden, the stored language is kept.
 */
export function chooseLanguage(
  stored: string | null,
  preferred: readonly string[],
  langSwitch: number | null,
): Language {
  const offered = langSwitch === null || langSwitch === 0 ? languageCodes : offeredLanguages(langSwitch);
  const known = languageFrom(stored);
  if (known !== null && offered.includes(known)) return known;
  return languageOfBrowser(preferred, offered) ?? 'en';
}
