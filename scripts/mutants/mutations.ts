import { parseSync } from 'oxc-parser';

/** A small change of a program that its tests should notice. */
export interface Mutation {
  /** Position of the replaced text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
};

const methods: Readonly<Record<string, string>> = {
  'Math.min': 'Math.max',
  'Math.max': 'Math.min',
  'Math.floor': 'Math.ceil',
  'Math.ceil': 'Math.floor',
};

/**
 * All mutations of a TypeScript program: comparisons moved by their boundary or reversed, arithmetic and logical
 * operators exchanged, conditions negated, numbers and flags changed, statements removed. Types, imports and errors
 * that are thrown stay as they are.
 */
export function mutationsOf(file: string, source: string): Mutation[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: Mutation[] = [];
  visit(program, source, found);
  return found;
}

function visit(node: unknown, source: string, found: Mutation[]): void {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, source, found);
    return;
  }
  if (!isNode(node) || isLeftAlone(node)) return;
  found.push(...mutationsAt(node, source));
  for (const child of Object.values(node)) if (typeof child === 'object') visit(child, source, found);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function isLeftAlone({ type, expression }: Node): boolean {
  if (type.startsWith('Import') || type === 'ThrowStatement') return true;
  // A cast or an assertion that a value is present contains an expression; every other node of this kind is a type.
  return type.startsWith('TS') && expression === undefined;
}

function mutationsAt(node: Node, source: string): Mutation[] {
  const { type, start, end } = node;
  const text = (part: unknown): string => (isNode(part) ? source.slice(part.start, part.end) : '');
  const replaced = (replacement: string): Mutation[] => [{ start, end, replacement }];
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const { left, right, operator } = node;
      if (!isNode(left) || !isNode(right)) return [];
      // The operator is searched after the left operand, which may end before a closing parenthesis.
      const at = source.indexOf(String(operator), left.end);
      return (operators[String(operator)] ?? []).map((replacement) => ({
        start: at,
        end: at + String(operator).length,
        replacement,
      }));
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? replaced(`(${text(node['argument'])})`) : [];
    case 'ConditionalExpression':
    case 'IfStatement':
      return negated(node['test'], text);
    case 'CallExpression': {
      const { callee } = node;
      const other = methods[text(callee)];
      return other === undefined || !isNode(callee)
        ? []
        : [{ start: callee.start, end: callee.end, replacement: other }];
    }
    case 'UpdateExpression': {
      const [step, other] = node['operator'] === '++' ? ['++', '--'] : ['--', '++'];
      return replaced(source.slice(start, end).replace(step, other));
    }
    case 'Literal':
      if (typeof node['value'] === 'boolean') return replaced(String(!node['value']));
      return typeof node['value'] === 'number' ? replaced(String(node['value'] + 1)) : [];
    case 'ExpressionStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return replaced(';');
    case 'ReturnStatement':
      return node['argument'] === null ? replaced(';') : [];
    default:
      return [];
  }
}

/** A condition that is compared or combined has mutations of its own operator. */
function negated(test: unknown, text: (part: unknown) => string): Mutation[] {
  if (!isNode(test) || ['BinaryExpression', 'LogicalExpression', 'UnaryExpression'].includes(test.type)) return [];
  return [{ start: test.start, end: test.end, replacement: `!(${text(test)})` }];
}
