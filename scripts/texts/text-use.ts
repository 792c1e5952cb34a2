import { pluralForm, type Texts } from '../../contract/texts/index.ts';
import { childrenOf, isTest, type Source, textAt, walk } from '../structure/source.ts';

/** Keys of texts that no program uses, neither literally nor by a template such as `errors.${key}`. */
export function unusedKeys(texts: Texts, programs: readonly Source[]): string[] {
  const named = namedIn(programs.filter(({ path }) => !isTest(path) && !path.startsWith('locales/')));
  const keys = new Set([...texts.keys()].map((key) => pluralForm(key).base));
  return [...keys].filter((key) => !named.wholes.has(key) && !named.patterns.some((pattern) => pattern.test(key)));
}

interface Named {
  readonly wholes: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
}

function namedIn(programs: readonly Source[]): Named {
  const wholes = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const { tree } of programs) {
    walk(tree, (node) => {
      const text = node.type === 'Literal' ? textAt(node, 'value') : null;
      if (text !== null) wholes.add(text);
      if (node.type !== 'TemplateLiteral') return;
      const parts = childrenOf(node)
        .filter(({ type }) => type === 'TemplateElement')
        .map(({ value }) => rawOf(value));
      // A template that starts with a placeholder could match any key; one with other characters is not a key.
      if (!/^\w+\./.test(parts[0] ?? '') || parts.some((part) => /[^\w.]/.test(part))) return;
      const pattern = parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.]+');
      patterns.set(pattern, new RegExp(`^${pattern}$`));
    });
  }
  return { wholes, patterns: [...patterns.values()] };
}

function rawOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';
}
