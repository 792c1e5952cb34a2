import { childrenOf, isTest, nodeAt, placeOf, textAt, walk } from './source.ts';
import type { Source, SyntaxNode } from './source.ts';

/** Properties whose value is shown or read out to users. */
const SEEN_PROPERTY =
  /^(title|label|placeholder|alt|description|error|message|tooltip|legend|summary|caption|header|subtitle|text|content|unit|suffix|prefix)$|^aria-(label|description|roledescription|valuetext|placeholder)$|^aria(Label|Description)$|[a-z](Label|Title|Text|Placeholder|Message|Description|Tooltip)$/;

/** Functions whose arguments are shown or read out to users. */
const SAYS =
  /^(toast|announce|alert|confirm|prompt|createTextNode|insertAdjacentText|insertAdjacentHTML|Notification)$/;

/** Calls whose text is for maintainers, not for users. */
const FOR_MAINTAINERS = /Error$|^console$/;

/** Names that are not translated. */
const PROPER_NAMES = new Set(['Android', 'Telegram']);

/** Reports every text that a page shows and that is not in `locales`, or in `web/console/texts` for the console. */
export function userTextViolations(source: Source): string[] {
  if (!source.path.startsWith('web/') || isTest(source.path) || source.path.includes('/i18n/')) return [];
  if (source.path.endsWith('.config.ts') || source.path.startsWith('web/console/texts/')) return [];
  const found: string[] = [];
  const report = (node: SyntaxNode, words: string): void => {
    found.push(`${placeOf(source, node)} shows ${JSON.stringify(words)}, which is not in locales`);
  };
  walk(source.tree, (node, parent) => {
    if (node.type === 'JSXText') reportWords(node, textAt(node, 'value') ?? '', report);
    if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute') reportShown(node, report);
    if (node.type === 'JSXAttribute' && SEEN_PROPERTY.test(attributeName(node))) reportShown(node, report);
    if (node.type === 'Property' && SEEN_PROPERTY.test(keyOf(node))) reportPhrases(node, report);
    if (node.type === 'AssignmentExpression' && assignsSeen(node)) reportAll(nodeAt(node, 'right'), report);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') reportSaid(node, report);
  });
  walkProse(source.tree, null, report);
  return [...new Set(found)];
}

/** Reports literals that start like a sentence or contain letters outside ASCII, wherever they occur. */
function walkProse(node: SyntaxNode, parent: SyntaxNode | null, report: Report): void {
  if (isForProgram(node, parent)) return;
  const literal = node.type === 'TemplateElement' ? quasi(node) : { node, text: textAt(node, 'value') ?? '' };
  if ((node.type === 'Literal' || node.type === 'TemplateElement') && isProse(literal.text.trim())) {
    reportWords(node, literal.text, report);
  }
  for (const child of childrenOf(node)) walkProse(child, node, report);
}

function isProse(text: string): boolean {
  if (PROPER_NAMES.has(text)) return false;
  // "HomePage" and "ArrowUp" are identifiers.
  if (/^\p{Lu}\p{Ll}+(\p{Lu}\p{Ll}*)+$/u.test(text)) return false;
  return /^\p{Lu}\p{Ll}|^\p{Lu}\s\p{Ll}/u.test(text) || /(?![A-Za-z])\p{L}/u.test(text);
}

/** Types, imports, comparisons and log output are not shown to users. */
function isForProgram(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  if (
    /^TS(LiteralType|TypeAnnotation|TypeAlias|Interface)|^Import|^Export(All|Named).*(?<!Declaration)$/.test(node.type)
  )
    return true;
  if (node.type === 'BinaryExpression' && isComparison(node)) return true;
  if (parent?.type === 'SwitchCase' && nodeAt(parent, 'test') === node) return true;
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  return FOR_MAINTAINERS.test(calledBy(node)) || FOR_MAINTAINERS.test(objectOfCall(node));
}

/** `toast('…')`, `element.setAttribute('title', '…')` */
function reportSaid(node: SyntaxNode, report: Report): void {
  const name = calledBy(node);
  const [first, second] = argumentsOf(node);
  if (SAYS.test(name)) reportAll((name.startsWith('insert') ? second : first) ?? null, report);
  if (name === 'setAttribute' && SEEN_PROPERTY.test(textAt(first ?? node, 'value') ?? ''))
    reportAll(second ?? null, report);
}

function reportAll(value: SyntaxNode | null, report: Report): void {
  if (value !== null) for (const literal of shownLiterals(value)) reportWords(literal.node, literal.text, report);
}

function argumentsOf(node: SyntaxNode): SyntaxNode[] {
  const callee = nodeAt(node, 'callee');
  return childrenOf(node).filter((child) => child !== callee && !child.type.startsWith('TS'));
}

function calledBy(node: SyntaxNode): string {
  const callee = nodeAt(node, 'callee');
  const named = callee === null ? null : (nodeAt(callee, 'property') ?? callee);
  return named === null ? '' : (textAt(named, 'name') ?? '');
}

function objectOfCall(node: SyntaxNode): string {
  const callee = nodeAt(node, 'callee');
  const object = callee === null ? null : nodeAt(callee, 'object');
  return object === null ? '' : (textAt(object, 'name') ?? '');
}

type Report = (node: SyntaxNode, words: string) => void;

/** Follows a value to every literal that it can show: through conditions and templates, but not into calls. */
function reportShown(node: SyntaxNode, report: Report): void {
  const value = node.type === 'JSXAttribute' ? nodeAt(node, 'value') : nodeAt(node, 'expression');
  if (value !== null) for (const literal of shownLiterals(value)) reportWords(literal.node, literal.text, report);
}

/** In an object outside JSX, a single lower-case word is a key or a name; a phrase or a capital is text for users. */
function reportPhrases(node: SyntaxNode, report: Report): void {
  const value = nodeAt(node, 'value') ?? nodeAt(node, 'right');
  if (value === null) return;
  for (const literal of shownLiterals(value)) {
    if (/\p{L}\s|\s\p{L}|^\p{Lu}\p{Ll}/u.test(literal.text)) reportWords(literal.node, literal.text, report);
  }
}

function shownLiterals(node: SyntaxNode): { node: SyntaxNode; text: string }[] {
  switch (node.type) {
    case 'Literal': {
      const text = textAt(node, 'value');
      return text === null ? [] : [{ node, text }];
    }
    case 'TemplateLiteral':
      return childrenOf(node).flatMap((part) =>
        part.type === 'TemplateElement' ? [quasi(part)] : shownLiterals(part),
      );
    case 'ArrayExpression':
    case 'SequenceExpression':
      return childrenOf(node).flatMap(shownLiterals);
    // `['Buy', 'Sell'][side]`, `'buy'.toUpperCase()`
    case 'MemberExpression':
      return shownLiterals(nodeAt(node, 'object') ?? { type: '', start: 0 });
    case 'CallExpression': {
      const callee = nodeAt(node, 'callee');
      return callee?.type === 'MemberExpression' ? shownLiterals(callee) : [];
    }
    // `({ label = 'buy' })`
    case 'AssignmentPattern':
      return shownLiterals(nodeAt(node, 'right') ?? { type: '', start: 0 });
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ChainExpression':
      return shownLiterals(nodeAt(node, 'expression') ?? { type: '', start: 0 });
    case 'ConditionalExpression':
      return ['consequent', 'alternate'].flatMap((field) =>
        shownLiterals(nodeAt(node, field) ?? { type: '', start: 0 }),
      );
    case 'LogicalExpression':
    case 'BinaryExpression':
      return isComparison(node)
        ? []
        : ['left', 'right'].flatMap((field) => shownLiterals(nodeAt(node, field) ?? { type: '', start: 0 }));
    default:
      return [];
  }
}

function quasi(node: SyntaxNode): { node: SyntaxNode; text: string } {
  const value = node['value'];
  const text = typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';
  return { node, text };
}

function isComparison(node: SyntaxNode): boolean {
  return node.type === 'BinaryExpression' && textAt(node, 'operator') !== '+';
}

/** Numbers and symbols need no translation, letters do. */
function reportWords(node: SyntaxNode, text: string, report: Report): void {
  const words = text.trim();
  if (/\p{L}/u.test(words)) report(node, words);
}

function attributeName(node: SyntaxNode): string {
  const name = nodeAt(node, 'name');
  return name === null ? '' : (textAt(name, 'name') ?? '');
}

function keyOf(node: SyntaxNode): string {
  const key = nodeAt(node, 'key');
  if (key === null || node['computed'] === true) return '';
  return textAt(key, 'name') ?? textAt(key, 'value') ?? '';
}

/** `document.title = …`, `element.ariaLabel = …` */
function assignsSeen(node: SyntaxNode): boolean {
  const left = nodeAt(node, 'left');
  const property = left === null ? null : nodeAt(left, 'property');
  return (
    property !== null &&
    (SEEN_PROPERTY.test(textAt(property, 'name') ?? '') || textAt(property, 'name') === 'textContent')
  );
}
