import { posix } from 'node:path';
import type { TextFile } from './source.ts';

/** Whether a file or folder exists, by its path from the root. */
type Exists = (path: string) => boolean;

const INLINE = /\]\(([^)\s]+)\)/g;
const DEFINITION = /^\[([^\]]+)\]:\s+(\S+)/gm;
/** A link by reference, `[text][name]`. */
const REFERENCE = /\]\[([^\]]+)\]/g;
const EXTERNAL = /^(?:[a-z]+:|\/)/;
/** A file in backticks, by its path from the root; patterns and placeholders are left out. */
const QUOTED_PATH = /`((?:engine|contract|server|web|scripts|e2e|bench|locales|docs)\/[\w./-]+\.\w+)`/g;
/** A program of a wing of the server, by its path from the folder of the server. */
const SERVER_PATH = /`((?:custody|demo|ground|operators|people|testing|trading|venue)\/[\w./-]+\.ts)`/g;

/**
 * Reports links of Markdown files whose target or heading does not exist or whose reference is not defined, quoted
 * paths of missing files, and rows of tables with another number of cells than their head.
 */
export function linkViolations(files: readonly TextFile[], exists: Exists): string[] {
  const headings = new Map(
    files.filter(({ path }) => path.endsWith('.md')).map(({ path, text }) => [path, anchorsOf(text)]),
  );
  return [...headings.keys()].flatMap((path) => {
    const text = withoutBlocks(files.find((file) => file.path === path)?.text ?? '');
    const broken = linksOf(text).filter((link) => !resolves(path, link, headings, exists));
    const missing = [
      ...[...text.matchAll(QUOTED_PATH)].flatMap(([, quoted = '']) => (exists(quoted) ? [] : [quoted])),
      ...[...text.matchAll(SERVER_PATH)].flatMap(([, quoted = '']) => (exists(`server/${quoted}`) ? [] : [quoted])),
    ];
    return [
      ...broken.map((link) => `${path} links to ${link}, which does not exist`),
      ...undefinedReferences(text).map((name) => `${path} links to [${name}], which is not defined`),
      ...missing.map((quoted) => `${path} names ${quoted}, which does not exist`),
      ...unevenRows(text).map((row) => `${path} has a row with a missing or an extra cell: ${row}`),
    ];
  });
}

function linksOf(text: string): string[] {
  const prose = text.replaceAll(/`[^`\n]*`/g, '');
  const targets = [
    ...[...prose.matchAll(INLINE)].map(([, target = '']) => target),
    ...[...prose.matchAll(DEFINITION)].map(([, , target = '']) => target),
  ];
  return targets.filter((target) => !EXTERNAL.test(target));
}

function undefinedReferences(text: string): string[] {
  const prose = text.replaceAll(/`[^`\n]*`/g, '');
  const defined = new Set([...prose.matchAll(DEFINITION)].map(([, name = '']) => name));
  return [...new Set([...prose.matchAll(REFERENCE)].map(([, name = '']) => name))].filter((name) => !defined.has(name));
}

/** The beginnings of rows whose table has another number of cells in its head. */
function unevenRows(text: string): string[] {
  let cells: number | null = null;
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) {
      cells = null;
      return [];
    }
    const own = line.replaceAll('\\|', '').split('|').length;
    cells ??= own;
    return own === cells ? [] : [line.slice(0, 60)];
  });
}

function resolves(
  path: string,
  link: string,
  headings: ReadonlyMap<string, ReadonlySet<string>>,
  exists: Exists,
): boolean {
  const [file = '', anchor] = link.split('#', 2);
  const target = file === '' ? path : posix.join(posix.dirname(path), file);
  if (!exists(target)) return false;
  return anchor === undefined || (headings.get(target)?.has(anchor) ?? false);
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = [...withoutBlocks(text).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => {
    const shown = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = shown.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    const repetitions = seen.get(anchor) ?? 0;
    seen.set(anchor, repetitions + 1);
    return repetitions === 0 ? anchor : `${anchor}-${repetitions}`;
  });
  return new Set(anchors);
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
}
