import { parameterNames, pluralForm } from '../../contract/texts/index.ts';
import { type Locale, serverGroups } from './locales.ts';

/** Path of the generated types of the English texts. */
export const keysFile = 'locales/keys.generated.ts';

/**
 * Generates types of the English texts. TypeScript types the values of a JSON file as `string` and would not see a
 * text's parameters. Texts without parameters become `string`, others a template literal type that names them.
 */
export function keysProgram(english: Locale): string {
  const groups = [...english.groups.keys()].toSorted();
  const pages = groups.filter((group) => !serverGroups.includes(group));
  const linesOf = (some: readonly string[]): string[] => some.flatMap((group) => keyLines(english, group));
  return [
    '// Written by `npm run texts` from locales/en. Do not edit.',
    '',
    '/** Texts of the page. */',
    'export interface PageTexts {',
    ...linesOf(pages),
    '}',
    '',
    '/** Texts that only the server uses. */',
    'export interface ServerTexts {',
    ...linesOf(groups.filter((group) => serverGroups.includes(group))),
    '}',
    '',
    '/** Files of texts that a page can load. */',
    `export type PageGroup = ${pages.map((group) => `'${group}'`).join(' | ')};`,
    '',
  ].join('\n');
}

function keyLines(english: Locale, group: string): string[] {
  const parameters = new Map<string, readonly string[]>();
  for (const [key, text] of english.groups.get(group) ?? []) {
    const { base, category } = pluralForm(key);
    const names = [...(category === null ? [] : ['count']), ...parameterNames(text)];
    parameters.set(base, [...new Set([...(parameters.get(base) ?? []), ...names])]);
  }
  return [...parameters].map(([key, names]) => `  readonly '${key}': ${textType(names.toSorted())};`);
}

function textType(names: readonly string[]): string {
  if (names.length === 0) return 'string';
  return `\`\${string}${names.map((name) => `{{${name}}}\${string}`).join('')}\``;
}
