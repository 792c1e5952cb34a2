import { posix } from 'node:path';
import { childrenOf, isTest, nodeAt, placeOf, textAt } from './source.ts';
import type { Source, SyntaxNode } from './source.ts';

/**
 * Reports dependencies of effects and memos that are new at every render although nothing has changed. An effect with
 * such a dependency ends and starts at each render: it subscribes again, and loses its timers. The linter finds values
 * that the same function creates; this law follows calls, parameters and properties of elements from file to file. A
 * value counts as new when an expression outside of a memo creates it: a function, an object, an array.
 */
export function hookViolations(programs: readonly Source[]): string[] {
  return new Renders(programs.filter(({ path }) => path.startsWith('web/') && !isTest(path))).violations();
}

/** The hooks of React with a list of dependencies as their second argument. */
const listed = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect', 'useMemo', 'useCallback']);

/** Methods that return a new array or object at each call. */
const creating = new Set<string>([
  ...(['map', 'filter', 'flatMap', 'flat', 'slice', 'concat', 'split', 'toSorted', 'toReversed', 'toSpliced'] as const),
  ...(['with', 'from', 'of', 'keys', 'values', 'entries', 'fromEntries', 'assign', 'bind'] as const),
]);

/** Expressions whose value is the one of an inner expression. */
const wrappers = new Set<string>([
  ...(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'] as const),
  ...(['ParenthesizedExpression', 'ChainExpression'] as const),
]);

/** Hooks of the query library whose result is a new object at each render; its properties stay the same. */
const renewing = new Set(['useMutation', 'useQuery', 'useQueries', 'useInfiniteQuery']);

const literals = new Set(['ObjectExpression', 'ArrayExpression', 'NewExpression', 'JSXElement', 'JSXFragment']);
const hole: SyntaxNode = { type: 'Hole', start: 0 };
const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);

/** A function, its file, and the functions around it. */
interface Scope {
  readonly source: Source;
  readonly node: SyntaxNode;
  readonly outer: Scope | null;
  /** The values that its body declares; null for a parameter. */
  readonly names: ReadonlyMap<string, Bound>;
}

/** The expression that a name is bound to, and the keys from the expression's value to that of the name. */
interface Bound {
  readonly from: SyntaxNode | null;
  readonly path: readonly string[];
  /** The position of the parameter to which the name belongs. */
  readonly parameter: number | null;
}

/** An argument of a function that ends up in a list of dependencies: its position, and the keys within it. */
type Watched = `${number}${string}`;

class Renders {
  readonly #byPath: ReadonlyMap<string, Source>;
  readonly #tops = new Map<Source, Scope>();
  readonly #scopes = new Map<SyntaxNode, Scope>();
  readonly #watched = new Map<SyntaxNode, Set<Watched>>();

  constructor(sources: readonly Source[]) {
    this.#byPath = new Map(sources.map((source) => [source.path, source]));
    for (const source of sources) this.#collect(source, source.tree, null);
  }

  violations(): string[] {
    // A function that passes its parameter on to one that watches it watches it too.
    let before = -1;
    let found: string[] = [];
    while (before !== this.#watchedCount()) {
      before = this.#watchedCount();
      found = [...this.#scopes.values()].flatMap((scope) => this.#violationsIn(scope));
    }
    return [...new Set(found)].toSorted();
  }

  #watchedCount(): number {
    return [...this.#watched.values()].reduce((sum, { size }) => sum + size, 0);
  }

  #collect(source: Source, node: SyntaxNode, outer: Scope | null): void {
    const scope: Scope = { source, node, outer, names: namesOf(node) };
    this.#scopes.set(node, scope);
    if (outer === null) this.#tops.set(source, scope);
    for (const inner of functionsIn(node)) this.#collect(source, inner, scope);
  }

  #violationsIn(scope: Scope): string[] {
    const found: string[] = [];
    const check = (value: SyntaxNode, path: readonly string[], use: string): void => {
      if (value.type === 'SpreadElement') return;
      this.#watch(value, path, scope);
      const why = this.#fresh(value, path, scope, new Set());
      if (why !== null) found.push(`${placeOf(scope.source, value)} ${use} is new at every render: ${why}`);
    };
    walkOwn(scope.node, (node) => {
      if (node.type === 'CallExpression') this.#callUses(node, scope, check);
      if (node.type === 'JSXOpeningElement') this.#elementUses(node, scope, check);
    });
    return found;
  }

  #callUses(call: SyntaxNode, scope: Scope, check: Check): void {
    const name = calleeName(call);
    const args = nodesAt(call, 'arguments');
    if (name !== null && listed.has(name)) {
      const list = args[1];
      if (list?.type !== 'ArrayExpression') return;
      for (const one of nodesAt(list, 'elements')) check(one, [], `dependency ${shown(scope.source, one)}`);
      return;
    }
    const first = args[0];
    if (name === 'useSyncExternalStore' && first !== undefined) check(first, [], 'the subscription');
    const target = this.#functionOf(nodeAt(call, 'callee'), scope);
    for (const key of target === null ? [] : (this.#watched.get(target.node) ?? [])) {
      const [position = '', ...path] = key.split('.');
      const arg = args[Number(position)];
      if (arg !== undefined) check(arg, path, `argument ${[shown(scope.source, arg), ...path].join('.')}`);
    }
  }

  #elementUses(element: SyntaxNode, scope: Scope, check: Check): void {
    const target = this.#functionOf(nodeAt(element, 'name'), scope);
    const watched = target === null ? undefined : this.#watched.get(target.node);
    if (watched === undefined) return;
    for (const attribute of nodesAt(element, 'attributes')) {
      const name = textAt(nodeAt(attribute, 'name') ?? attribute, 'name');
      const value = nodeAt(nodeAt(attribute, 'value') ?? attribute, 'expression');
      if (name === null || value === null) continue;
      for (const key of watched) {
        const [, property, ...path] = key.split('.');
        if (property === name) check(value, path, `property ${[name, ...path].join('.')}`);
      }
    }
  }

  /** Notes a parameter that reaches a list of dependencies, here or in a function that is called. */
  #watch(value: SyntaxNode, path: readonly string[], scope: Scope): void {
    const plain = unwrapped(value);
    if (plain.type === 'MemberExpression') {
      const property = propertyOf(plain);
      const object = nodeAt(plain, 'object');
      if (property !== null && object !== null) this.#watch(object, [property, ...path], scope);
      return;
    }
    const name = plain.type === 'Identifier' ? textAt(plain, 'name') : null;
    const found = name === null ? null : lookUp(name, scope);
    if (found === null) return;
    const { bound, home } = found;
    if (bound.parameter !== null) {
      const watched = this.#watched.get(home.node) ?? new Set();
      // Two keys suffice for the properties of elements; a longer path could not end in a loop of functions.
      watched.add(
        `${bound.parameter}${[...bound.path, ...path]
          .slice(0, 2)
          .map((key) => `.${key}`)
          .join('')}`,
      );
      this.#watched.set(home.node, watched);
    } else if (bound.from?.type === 'Identifier' || bound.from?.type === 'MemberExpression') {
      this.#watch(bound.from, [...bound.path, ...path], home);
    }
  }

  /** Why the value below `path` of an expression is new at each evaluation; null if it is not, or not known to be. */
  #fresh(value: SyntaxNode, path: readonly string[], scope: Scope, seen: Set<SyntaxNode>): string | null {
    const node = unwrapped(value);
    if (functions.has(node.type)) return path.length === 0 ? `${placeOf(scope.source, node)} is a function` : null;
    if (literals.has(node.type)) return this.#freshPart(node, path, scope, seen);
    switch (node.type) {
      case 'ConditionalExpression':
        return this.#freshAny(node, ['consequent', 'alternate'], path, scope, seen);
      case 'LogicalExpression':
        return this.#freshAny(node, ['left', 'right'], path, scope, seen);
      case 'MemberExpression': {
        const property = propertyOf(node);
        const object = nodeAt(node, 'object');
        return property === null || object === null ? null : this.#fresh(object, [property, ...path], scope, seen);
      }
      case 'Identifier': {
        const found = lookUp(textAt(node, 'name') ?? '', scope);
        if (found?.bound.from === null || found === null) return null;
        // A value that is created when the module is loaded stays the same.
        if (found.home.outer === null) return null;
        return this.#fresh(found.bound.from, [...found.bound.path, ...path], found.home, seen);
      }
      case 'CallExpression':
        return this.#freshCall(node, path, scope, seen);
      default:
        return null;
    }
  }

  #freshAny(
    node: SyntaxNode,
    fields: readonly string[],
    path: readonly string[],
    scope: Scope,
    seen: Set<SyntaxNode>,
  ): string | null {
    for (const field of fields) {
      const inner = nodeAt(node, field);
      const why = inner === null ? null : this.#fresh(inner, path, scope, seen);
      if (why !== null) return why;
    }
    return null;
  }

  /** A part of an object or array that is written out: its own freshness, not that of the whole. */
  #freshPart(node: SyntaxNode, path: readonly string[], scope: Scope, seen: Set<SyntaxNode>): string | null {
    const [key, ...rest] = path;
    if (key === undefined) return `${placeOf(scope.source, node)} creates it`;
    if (node.type === 'ArrayExpression') {
      const element = nodesAt(node, 'elements')[Number(key)];
      return element === undefined ? null : this.#fresh(element, rest, scope, seen);
    }
    if (node.type !== 'ObjectExpression') return null;
    for (const property of nodesAt(node, 'properties').toReversed()) {
      if (property.type === 'SpreadElement') {
        const spread = nodeAt(property, 'argument');
        const why = spread === null ? null : this.#fresh(spread, path, scope, seen);
        if (why !== null) return why;
      } else if (keyOf(property) === key) {
        const value = nodeAt(property, 'value');
        return value === null ? null : this.#fresh(value, rest, scope, seen);
      }
    }
    return null;
  }

  #freshCall(call: SyntaxNode, path: readonly string[], scope: Scope, seen: Set<SyntaxNode>): string | null {
    const callee = nodeAt(call, 'callee');
    if (callee?.type === 'MemberExpression') {
      const method = propertyOf(callee);
      return path.length === 0 && method !== null && creating.has(method)
        ? `${placeOf(scope.source, call)} calls ${method}`
        : null;
    }
    const name = calleeName(call);
    if (name !== null && renewing.has(name) && path.length === 0) return `${placeOf(scope.source, call)} calls ${name}`;
    const target = this.#functionOf(callee, scope);
    if (target === null || seen.has(target.node)) return null;
    const within = new Set(seen).add(target.node);
    for (const result of resultsOf(target.node)) {
      const why = this.#fresh(result, path, target, within);
      if (why !== null) return why;
    }
    return null;
  }

  /** The function of ours that a name means, in this file or in one that it imports. */
  #functionOf(callee: SyntaxNode | null, scope: Scope): Scope | null {
    if (callee?.type !== 'Identifier' && callee?.type !== 'JSXIdentifier') return null;
    const name = textAt(callee, 'name') ?? '';
    const found = lookUp(name, scope);
    if (found !== null) return found.bound.from === null ? null : (this.#scopes.get(found.bound.from) ?? null);
    return this.#imported(scope.source, name, 0);
  }

  #imported(source: Source, name: string, depth: number): Scope | null {
    const found = originOf(source, name);
    if (found === null || depth > 5) return null;
    const target = this.#byPath.get(posix.join(posix.dirname(source.path), found.from));
    if (target === undefined) return null;
    const top = this.#tops.get(target);
    const own = top?.names.get(found.name)?.from ?? null;
    return own === null ? this.#imported(target, found.name, depth + 1) : (this.#scopes.get(own) ?? null);
  }
}

type Check = (value: SyntaxNode, path: readonly string[], use: string) => void;

/** The import, or the export of another file, that has a name in this file. */
function originOf({ tree }: Source, name: string): { readonly from: string; readonly name: string } | null {
  for (const statement of nodesAt(tree, 'body')) {
    const from = textAt(nodeAt(statement, 'source') ?? statement, 'value');
    if (from === null || !from.startsWith('.')) continue;
    for (const specifier of nodesAt(statement, 'specifiers')) {
      const isImport = specifier.type === 'ImportSpecifier';
      const outside = nodeAt(specifier, isImport ? 'local' : 'exported');
      const inside = nodeAt(specifier, isImport ? 'imported' : 'local');
      if (outside !== null && inside !== null && textAt(outside, 'name') === name)
        return { from, name: textAt(inside, 'name') ?? name };
    }
  }
  return null;
}

function lookUp(name: string, scope: Scope): { readonly bound: Bound; readonly home: Scope } | null {
  const bound = scope.names.get(name);
  if (bound !== undefined) return { bound, home: scope };
  return scope.outer === null ? null : lookUp(name, scope.outer);
}

function namesOf(scope: SyntaxNode): Map<string, Bound> {
  const names = new Map<string, Bound>();
  for (const [position, parameter] of nodesAt(scope, 'params').entries())
    bind(parameter, { from: null, path: [], parameter: position }, names);
  walkOwn(scope, (node) => {
    const id = nodeAt(node, 'id');
    if (id === null) return;
    if (node.type === 'VariableDeclarator') bind(id, { from: nodeAt(node, 'init'), path: [], parameter: null }, names);
    if (node.type === 'FunctionDeclaration') bind(id, { from: node, path: [], parameter: null }, names);
  });
  return names;
}

/** Binds the names of a pattern. */
function bind(pattern: SyntaxNode, to: Bound, names: Map<string, Bound>): void {
  switch (pattern.type) {
    case 'Identifier':
      names.set(textAt(pattern, 'name') ?? '', to);
      return;
    case 'AssignmentPattern': {
      const left = nodeAt(pattern, 'left');
      if (left !== null) bind(left, to, names);
      return;
    }
    case 'ObjectPattern':
      for (const property of nodesAt(pattern, 'properties')) {
        const [key, value] = [keyOf(property), nodeAt(property, 'value')];
        if (key !== null && value !== null) bind(value, { ...to, path: [...to.path, key] }, names);
      }
      return;
    case 'ArrayPattern':
      for (const [at, element] of nodesAt(pattern, 'elements').entries())
        bind(element, { ...to, path: [...to.path, String(at)] }, names);
      return;
    default:
  }
}

/** The expressions that a function returns. */
function resultsOf(node: SyntaxNode): SyntaxNode[] {
  const body = nodeAt(node, 'body');
  if (body === null) return [];
  if (body.type !== 'BlockStatement') return [body];
  const results: SyntaxNode[] = [];
  walkOwn(node, (inner) => {
    const result = inner.type === 'ReturnStatement' ? nodeAt(inner, 'argument') : null;
    if (result !== null) results.push(result);
  });
  return results;
}

function functionsIn(scope: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walkOwn(scope, (node) => {
    if (functions.has(node.type)) found.push(node);
  });
  return found;
}

/** Visits the nodes of a function that belong to no inner function; inner functions are visited, not entered. */
function walkOwn(scope: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  for (const child of childrenOf(scope)) {
    visit(child);
    if (!functions.has(child.type)) walkOwn(child, visit);
  }
}

function unwrapped(node: SyntaxNode): SyntaxNode {
  const inner = wrappers.has(node.type) ? nodeAt(node, 'expression') : null;
  return inner === null ? node : unwrapped(inner);
}

function calleeName(call: SyntaxNode): string | null {
  const callee = nodeAt(call, 'callee');
  return callee?.type === 'Identifier' ? textAt(callee, 'name') : null;
}

function propertyOf(member: SyntaxNode): string | null {
  const property = nodeAt(member, 'property');
  return property === null || member['computed'] === true ? null : textAt(property, 'name');
}

function keyOf(property: SyntaxNode): string | null {
  const key = nodeAt(property, 'key');
  return key === null || property['computed'] === true ? null : (textAt(key, 'name') ?? textAt(key, 'value'));
}

/** The nodes of a list. A hole of a pattern keeps its place. */
function nodesAt(node: SyntaxNode, field: string): SyntaxNode[] {
  const value = node[field];
  if (!Array.isArray(value)) return [];
  return childrenOf({ type: 'List', start: 0, list: value.map((one: unknown) => one ?? hole) });
}

function shown({ text }: Source, node: SyntaxNode): string {
  const end = node['end'];
  return text
    .slice(node.start, typeof end === 'number' ? end : node.start)
    .replaceAll(/\s+/g, ' ')
    .slice(0, 60);
}
