import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Catalogue } from './catalogue.ts';
import type { catalogue as english } from './catalogues/en.ts';
import { languages, type LanguageCode } from './languages.ts';
import type { TextGroup } from './page-texts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof english };
  }
}

/** Parts of a catalogue by their names. */
type Texts = Readonly<Partial<Catalogue>>;

const files = import.meta.glob<Texts>('./catalogues/*/{site,home,identity,account,spot,outbox,notice,white,app}.ts');

/** What pages have asked for so far. */
const wanted = new Set<TextGroup>(['site']);

/** What was fetched or is on its way, by language and group. */
const fetched = new Map<string, Promise<Texts>>();

let spoken: LanguageCode | null = null;

/** Sets the language of the page and of the document as soon as everything is there that pages have asked for. */
export async function speak(code: LanguageCode): Promise<void> {
  const parts = await fetchWanted(code);
  spoken = code;
  const { locale } = languages[code];
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      lng: locale,
      fallbackLng: false,
      resources: { [locale]: { translation: parts.reduce((all, texts) => ({ ...all, ...texts }), {}) } },
      interpolation: { escapeValue: false },
    });
  } else {
    for (const texts of parts) addTexts(code, texts);
    await i18next.changeLanguage(locale);
  }
  document.documentElement.lang = locale;
}

/** Fetches the texts that a page needs in the language that is spoken. Until one is, it is enough that `speak` knows of them. */
export async function learn(groups: readonly TextGroup[]): Promise<void> {
  for (const group of groups) wanted.add(group);
  const code = spoken;
  if (code === null) return;
  for (const texts of await Promise.all(groups.map((group) => fetchTexts(code, group)))) addTexts(code, texts);
  if (spoken !== code) await learn(groups);
}

/** Meanwhile a page may ask for more. */
async function fetchWanted(code: LanguageCode): Promise<readonly Texts[]> {
  const groups = [...wanted];
  const parts = await Promise.all(groups.map((group) => fetchTexts(code, group)));
  return wanted.size === groups.length ? parts : fetchWanted(code);
}

function addTexts(code: LanguageCode, texts: Texts): void {
  i18next.addResourceBundle(languages[code].locale, 'translation', texts, true);
}

async function fetchTexts(code: LanguageCode, group: TextGroup): Promise<Texts> {
  const file = `./catalogues/${code}/${group}.ts`;
  const known = fetched.get(file);
  if (known !== undefined) return known;
  const load = files[file];
  if (load === undefined) throw new Error(`no texts in ${file}`);
  const texts = load().then((module) => ({ ...module }));
  fetched.set(file, texts);
  // What could not be fetched is tried anew by the next one who asks.
  texts.catch(() => fetched.delete(file));
  return texts;
}
