import { childrenOf, nodeAt, textAt, walk } from './source.ts';
import type { Source, SyntaxNode } from './source.ts';

/** Sentences about catalogues of one folder that do not have the same keys as the first of them. */
export function catalogueViolations(catalogues: readonly Source[]): string[] {
  const [first, ...others] = catalogues.map((source) => ({ path: source.path, keys: keysOf(source) }));
  if (first === undefined) return [];
  if (first.keys.length === 0) return [`${first.path} has no text`];
  return others.flatMap(({ path, keys }) => [
    ...first.keys.filter((key) => !keys.includes(key)).map((key) => `${path} lacks ${key}`),
    ...keys.filter((key) => !first.keys.includes(key)).map((key) => `${path} has ${key}, which ${first.path} has not`),
  ]);
}

/** The paths of all texts in the object that the file exports, as `trade.buy`. */
function keysOf(source: Source): string[] {
  const keys: string[] = [];
  walk(source.tree, (node, parent) => {
    if (node.type === 'ObjectExpression' && parent?.type !== 'Property') keys.push(...keysBelow(node, ''));
  });
  return keys;
}

function keysBelow(node: SyntaxNode, prefix: string): string[] {
  return childrenOf(node).flatMap((property) => {
    const key = nodeAt(property, 'key');
    const value = nodeAt(property, 'value');
    if (property.type !== 'Property' || key === null || value === null) return [];
    const path = `${prefix}${textAt(key, 'name') ?? textAt(key, 'value') ?? '?'}`;
    return value.type === 'ObjectExpression' ? keysBelow(value, `${path}.`) : [path];
  });
}
