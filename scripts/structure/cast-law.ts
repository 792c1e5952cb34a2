import { nodeAt, placeOf, textAt, walk } from './source.ts';
import type { Source } from './source.ts';

/** Reports casts to an amount outside of the file that brands amounts, where each is checked or has a reason. */
export function castViolations(source: Source): string[] {
  if (source.path === 'engine/money.ts') return [];
  const found: string[] = [];
  walk(source.tree, (node) => {
    if (node.type !== 'TSAsExpression') return;
    const type = nodeAt(nodeAt(node, 'typeAnnotation') ?? node, 'typeName');
    if (type !== null && textAt(type, 'name') === 'Amount')
      found.push(`${placeOf(source, node)} casts to Amount; use amount or asAmount of engine/money.ts`);
  });
  return found;
}
