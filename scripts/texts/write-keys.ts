import { parameterNames, pluralForm } from '../../contract/texts/index.ts';
import { type Locale, serverGroups } from './locales.ts';

/** Where the types of the English texts are, below the root. */
export const keysFile = 'locales/keys.generated.ts';

/**
 * The English texts as types: TypeScript reads a value of a JSON file as `string`, and so would not see which
 * parameters a text takes. A text without parameters is a `string` here, one with parameters a template that names
 * them.
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
