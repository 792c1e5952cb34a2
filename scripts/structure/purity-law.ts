import { isTest, nodeAt, placeOf, textAt, walk } from './source.ts';
import type { Source, SyntaxNode } from './source.ts';

/** Names that give access to time, randomness, the machine or its locale. */
const IMPURE = new Set([
  'Date',
  'performance',
  'Temporal',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'crypto',
  'process',
  'console',
  'fetch',
  'WebSocket',
  'XMLHttpRequest',
  'navigator',
  'globalThis',
  'window',
  'require',
  'Worker',
  'SharedArrayBuffer',
  'Atomics',
  'WeakRef',
  'FinalizationRegistry',
  'Intl',
  'eval',
]);
/** Members whose result depends on randomness or on the machine's locale. */
const IMPURE_MEMBERS = new Set(['random', 'localeCompare', 'toLocaleString', 'toLocaleLowerCase', 'toLocaleUpperCase']);
const ASYNCHRONOUS = new Set(['AwaitExpression', 'ImportExpression']);

/** Reports everything in an engine program that is not a pure function of its commands. */
export function purityViolations(source: Source): string[] {
  if (!source.path.startsWith('engine/') || isTest(source.path)) return [];
  const found: string[] = [];
  walk(source.tree, (node, parent) => {
    const reason = impurity(node, parent);
    if (reason !== null) found.push(`${placeOf(source, node)} ${reason}`);
  });
  return found;
}

function impurity(node: SyntaxNode, parent: SyntaxNode | null): string | null {
  if (ASYNCHRONOUS.has(node.type) || node['async'] === true || node['await'] === true) return 'is asynchronous';
  if (node.type === 'MetaProperty' && textAt(nodeAt(node, 'meta') ?? node, 'name') === 'import')
    return 'reads import.meta';
  if (node.type === 'MemberExpression' && IMPURE_MEMBERS.has(memberName(node))) return `uses ${memberName(node)}`;
  const name = node.type === 'Identifier' ? textAt(node, 'name') : null;
  if (name === 'Math' && !isPlainMember(node, parent)) return 'uses Math other than by a named member';
  return name !== null && IMPURE.has(name) && !isFieldName(node, parent) ? `uses ${name}` : null;
}

function memberName(node: SyntaxNode): string {
  const property = nodeAt(node, 'property');
  return property === null ? '' : (textAt(property, 'name') ?? textAt(property, 'value') ?? '');
}

/** `Math.floor`, whose member is checked separately; not `Math[name]` or `const { random } = Math`. */
function isPlainMember(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  return parent?.type === 'MemberExpression' && parent['object'] === node && parent['computed'] !== true;
}

/** `order.process` and `{ process: 1 }` are field names, not the global. */
function isFieldName(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  if (parent === null || parent['computed'] === true || parent['shorthand'] === true) return false;
  return parent['property'] === node || parent['key'] === node;
}
