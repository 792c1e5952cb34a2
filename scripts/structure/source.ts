import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A text file of the repository. */
export interface TextFile {
  /** Path from the root with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A program with its syntax tree. */
export interface Source extends TextFile {
  readonly tree: SyntaxNode;
}

/** A node of the ESTree syntax tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Folders outside version control: installed, built or written by running programs. */
const SKIPPED = new Set(['node_modules', 'dist', 'dist-console', 'data', '.git', 'test-results', 'playwright-report']);
const PROGRAM = /\.(ts|tsx|mjs)$/;
const TEXT = /\.(ts|tsx|mjs|json|jsonc|md|css|html|sql|yml|yaml|txt)$|(^|\/)(run|\.[a-z]+)$/;

/** Reads every text file below the root. */
export function readTextFiles(root: string): TextFile[] {
  return pathsBelow(root, '')
    .filter((path) => TEXT.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Parses the programs among the files. */
export function parsePrograms(files: readonly TextFile[]): Source[] {
  return files.filter((file) => PROGRAM.test(file.path)).map((file) => parseSource(file.path, file.text));
}

/** Parses one program; throws when its syntax is wrong. */
export function parseSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  const tree: unknown = program;
  if (errors.length > 0 || !isNode(tree)) throw new Error(`${path}: ${errors[0]?.message ?? 'no syntax tree'}`);
  return { path, text, tree };
}

/** Visits a node and everything below it, parents first. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent: SyntaxNode | null) => void,
  parent: SyntaxNode | null = null,
): void {
  visit(node, parent);
  for (const child of childrenOf(node)) walk(child, visit, node);
}

/** The nodes directly below one. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

/** The node in a field, null when the field holds something else. */
export function nodeAt(node: SyntaxNode, field: string): SyntaxNode | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

/** The text in a field, null when the field holds something else. */
export function textAt(node: SyntaxNode, field: string): string | null {
  const value = node[field];
  return typeof value === 'string' ? value : null;
}

/** `path:line`, for messages. */
export function placeOf(source: Source, node: SyntaxNode): string {
  return `${source.path}:${source.text.slice(0, node.start).split('\n').length}`;
}

/** Whether a program is a test or supports tests only. */
export function isTest(path: string): boolean {
  return (
    /\.(test|spec)\.tsx?$/.test(path) ||
    /(^|\/)(testing|simulation)\//.test(path) ||
    /(^|\/)test-[a-z-]+\.ts$/.test(path)
  );
}

function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
  );
}

function pathsBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? pathsBelow(root, path) : [path];
  });
}
