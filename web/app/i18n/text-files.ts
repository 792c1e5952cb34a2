import type { PageGroup, TextTree } from '@bourse/contract/texts';

const files = import.meta.glob<TextTree>(['../../../locales/*/*.json', '!../../../locales/*/{server,mail}.json'], {
  import: 'default',
});

/**
 * Loads the texts of a group in a language. The build replaces this module (`web/vite.config.ts`): it computes the name
 * of the file, because a list of all names would grow on every page with each group and language.
 *
 * @param tag language tag, such as zh-TW
 */
export async function loadTexts(tag: string, group: PageGroup): Promise<TextTree> {
  const load = files[`../../../locales/${tag}/${group}.json`];
  if (load === undefined) throw new Error(`no texts of ${group} in ${tag}`);
  return load();
}
