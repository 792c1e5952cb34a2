import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Catalogue } from './catalogue.ts';
import type { catalogue as english } from './catalogues/en.ts';
import { languages, type LanguageCode } from './languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof english };
  }
}

const catalogues = import.meta.glob<Catalogue>('./catalogues/*.ts', { import: 'catalogue' });

/** Loads the one catalogue that is needed and sets the language of the page and of the document. */
export async function speak(code: LanguageCode): Promise<void> {
  const load = catalogues[`./catalogues/${code}.ts`];
  if (load === undefined) throw new Error(`no catalogue for ${code}`);
  const translation = await load();
  const { locale } = languages[code];
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      lng: locale,
      fallbackLng: false,
      resources: { [locale]: { translation } },
      interpolation: { escapeValue: false },
    });
  } else {
    i18next.addResourceBundle(locale, 'translation', translation);
    await i18next.changeLanguage(locale);
  }
  document.documentElement.lang = locale;
}
