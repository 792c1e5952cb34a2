import { parseSync } from 'vite';
import { childrenOf, parseSource, textAt, type SyntaxNode, type TextFile } from './source.ts';

/** Prose in a file: a comment, a line of Markdown, a test title or a user-visible text. */
export interface Prose {
  readonly line: number;
  readonly text: string;
}

export interface Title extends Prose {
  /** The titles of the suites around the test, outermost first. */
  readonly suites: readonly string[];
  readonly isSuite: boolean;
}

const TITLED = /^(describe|test|it)$/;
const SUITE = /^(test\.)?describe\b/;

/** The comments of a program without comment markers; consecutive line comments are joined. */
export function commentsOf({ path, text }: TextFile): Prose[] {
  const comments = parseSync(path, text).comments.map(({ value, start }) => ({
    line: lineOf(text, start),
    text: value.replaceAll(/^\s*\*+ ?/gm, ''),
  }));
  return joinedLines(comments);
}

function joinedLines(comments: readonly Prose[]): Prose[] {
  const joined: Prose[] = [];
  for (const comment of comments) {
    const last = joined.at(-1);
    const end = last === undefined ? -1 : last.line + last.text.split('\n').length;
    if (last !== undefined && end === comment.line) {
      joined[joined.length - 1] = { line: last.line, text: `${last.text}\n${comment.text.trimStart()}` };
    } else joined.push({ line: comment.line, text: comment.text.trimStart() });
  }
  return joined;
}

/** The titles of a test file's suites and tests, each with the titles of the suites around it. */
export function titlesOf(file: TextFile): Title[] {
  return titlesBelow(parseSource(file.path, file.text).tree, file, []);
}

function titlesBelow(node: SyntaxNode, file: TextFile, suites: readonly string[]): Title[] {
  if (node.type !== 'CallExpression' || !TITLED.test(calledName(node))) {
    return childrenOf(node).flatMap((child) => titlesBelow(child, file, suites));
  }
  const [first, ...rest] = argumentsOf(node);
  const text = first === undefined ? null : (textAt(first, 'value') ?? templateText(first, file));
  if (text === null) return childrenOf(node).flatMap((child) => titlesBelow(child, file, suites));
  const title = {
    line: lineOf(file.text, node.start),
    text,
    suites,
    isSuite: SUITE.test(file.text.slice(node.start, node.start + 20)),
  };
  return [title, ...rest.flatMap((child) => titlesBelow(child, file, [...suites, text]))];
}

/** The source of a template literal without its backticks; null for any other node. */
function templateText({ type, start, ...fields }: SyntaxNode, file: TextFile): string | null {
  const end = fields['end'];
  return type === 'TemplateLiteral' && typeof end === 'number' ? file.text.slice(start + 1, end - 1) : null;
}

function argumentsOf(node: SyntaxNode): SyntaxNode[] {
  const values = node['arguments'];
  return Array.isArray(values) ? values.filter(isSyntax) : [];
}

/** `test` of `test('…')`, `test.each([…])('…')` and `test.skipIf(…)('…')`. */
function calledName(node: SyntaxNode): string {
  const callee = node['callee'];
  if (!isSyntax(callee)) return '';
  const own = textAt(callee, 'name');
  if (own !== null) return own;
  if (callee.type === 'CallExpression') return calledName(callee);
  const object = callee['object'];
  return isSyntax(object) ? (textAt(object, 'name') ?? '') : '';
}

function isSyntax(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Replaces code by placeholders and keeps line numbers. */
export function withoutCode(text: string): string {
  return withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '`code`');
}

/** Markdown with the lines of fenced blocks emptied. */
export function withoutBlocks(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replaceAll(/[^\n]/g, ''));
}

/** The line of an offset, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
