import { type Language, languages, type PageGroup, type PageTexts, type TextTree } from '@bourse/contract/texts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadTexts } from './text-files.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: PageTexts };
    // The types list flat keys; the files are nested.
    keySeparator: false;
  }
}

/** The groups that pages have requested so far. */
const wanted = new Set<PageGroup>(['site']);

/** Texts that are loaded or loading, by language and group. */
const fetched = new Map<string, Promise<TextTree>>();

let current: Language | null = null;

/** Sets the language of the page and the document once all requested groups are loaded. Resolves with them as JSON. */
export async function setLanguage(code: Language): Promise<string> {
  const parts = await fetchWanted(code);
  current = code;
  const { tag } = languages[code];
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      lng: tag,
      fallbackLng: false,
      resources: { [tag]: { translation: {} } },
      interpolation: { escapeValue: false },
    });
  }
  for (const texts of parts) addTexts(code, texts);
  await i18next.changeLanguage(tag);
  document.documentElement.lang = tag;
  return JSON.stringify(parts);
}

/**
 * Loads groups of texts in the current language. Before a language is set, the groups are only recorded for
 * `setLanguage`.
 */
export async function loadGroups(groups: readonly PageGroup[]): Promise<void> {
  for (const group of groups) wanted.add(group);
  const code = current;
  if (code === null) return;
  for (const texts of await Promise.all(groups.map((group) => fetchTexts(code, group)))) addTexts(code, texts);
  if (current !== code) await loadGroups(groups);
}

/** A page may request another group while these load. */
async function fetchWanted(code: Language): Promise<readonly TextTree[]> {
  const groups = [...wanted];
  const parts = await Promise.all(groups.map((group) => fetchTexts(code, group)));
  return wanted.size === groups.length ? parts : fetchWanted(code);
}

/** Groups may share a section such as `errors`, so existing texts are kept. */
function addTexts(code: Language, texts: TextTree): void {
  i18next.addResourceBundle(languages[code].tag, 'translation', texts, true, true);
}

/** The texts of a group. The build fills the gaps of a language with English texts. */
async function fetchTexts(code: Language, group: PageGroup): Promise<TextTree> {
  const { tag } = languages[code];
  const file = `${tag} ${group}`;
  const known = fetched.get(file);
  if (known !== undefined) return known;
  const texts = loadTexts(tag, group);
  fetched.set(file, texts);
  // The next page that needs the file retries a failed fetch.
  texts.catch(() => fetched.delete(file));
  return texts;
}
