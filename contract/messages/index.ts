import { de } from './de.ts';
import type { Catalogue } from './catalogue.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './in.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import { tr } from './tr.ts';
import { zh } from './zh.ts';
import { zhTw } from './zh_TW.ts';

export type { AccountCode, Catalogue, SuccessKey } from './catalogue.ts';

/** One catalogue for each value of the `lang` header. `in` is Hindi. */
export const catalogues = {
  en,
  de,
  it,
  es,
  fr,
  zh,
  in: hi,
  pt,
  ja,
  zh_TW: zhTw,
  nl,
  tr,
} as const satisfies Record<string, Catalogue>;

export type Language = keyof typeof catalogues;

/** Other names that clients use for these languages. */
const aliases = new Map<string, Language>([
  ['jp', 'ja'],
  ['hk', 'zh_TW'],
  ['zh-TW', 'zh_TW'],
  ['hi', 'in'],
]);

/** The language that a `lang` header asks for; English when it asks for none that we have. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined) return 'en';
  if (isLanguage(header)) return header;
  return aliases.get(header) ?? 'en';
}

/** Puts figures into a text: `{{name}}` becomes the figure of that name. */
export function fillFigures(text: string, figures: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(figures, name) ? String(figures[name]) : whole,
  );
}

/** The tag of a language for `Intl`, e.g. to name countries. */
export function intlTag(language: Language): string {
  if (language === 'in') return 'hi';
  if (language === 'zh') return 'zh-Hans';
  return language === 'zh_TW' ? 'zh-Hant' : language;
}

function isLanguage(value: string): value is Language {
  return Object.hasOwn(catalogues, value);
}
