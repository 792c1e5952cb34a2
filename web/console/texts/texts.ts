import { nestTexts } from '@bourse/contract/texts';
import i18next, { type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import siteTexts from '../../../locales/en/site.json' with { type: 'json' };
import { englishTexts } from './en/index.ts';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    console: typeof englishTexts;
  }
}

/** A key of the console's texts. */
export type ConsoleKey = keyof typeof englishTexts;

/** A key whose text has no parameters, for tables of labels. */
export type PlainConsoleKey = {
  [Key in ConsoleKey]: (typeof englishTexts)[Key] extends `${string}{{${string}` ? never : Key;
}[ConsoleKey];

/** Prepares the texts of the console, and those of the shared components. English is the only language so far. */
export async function openTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: false,
    resources: { en: { translation: siteTexts, console: nestTexts(new Map(Object.entries(englishTexts))) } },
    interpolation: { escapeValue: false },
  });
}

/** The texts of the console: `t('markets.title')`, `t('frame.waiting', { count: 2 })`. */
export function useTexts(): TFunction<'console'> {
  return useTranslation('console').t;
}
