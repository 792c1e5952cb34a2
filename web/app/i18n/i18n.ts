import { type Language, languages, type PageGroup, type PageTexts, type TextTree } from '@bourse/contract/texts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: PageTexts };
    // The types list flat keys; the files are nested.
    keySeparator: false;
  }
}

/** One file per language and group. The build fills gaps with English texts. */
const files = import.meta.glob<TextTree>(['../../../locales/*/*.json', '!../../../locales/*/{server,mail}.json'], {
  import: 'default',
});

/** The groups that pages have requested so far. */
const wanted = new Set<PageGroup>(['site']);

/** Texts that are loaded or loading, by file. */
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

/** The texts of a group, in English when the language lacks that group. */
async function fetchTexts(code: Language, group: PageGroup): Promise<TextTree> {
  const own = fileOf(languages[code].tag, group);
  const file = own in files ? own : fileOf(languages.en.tag, group);
  const known = fetched.get(file);
  if (known !== undefined) return known;
  const load = files[file];
  if (load === undefined) throw new Error(`no texts in ${file}`);
  const texts = load();
  fetched.set(file, texts);
  // The next page that needs the file retries a failed fetch.
  texts.catch(() => fetched.delete(file));
  return texts;
}

function fileOf(tag: string, group: PageGroup): string {
  return `../../../locales/${tag}/${group}.json`;
}
