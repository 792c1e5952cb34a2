import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { builtPages, type BuiltPage } from '../web/app/pages.ts';

/** The default budget for a page's scripts in KiB, compressed with gzip, including the texts of one language. */
const DEFAULT_MAX_KIB = 220;

/** A script in the builder's manifest: its file and the scripts that it imports statically. */
export interface BuiltScript {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The scripts of the built page by source module. */
export type Manifest = Readonly<Record<string, BuiltScript>>;

/** Scripts that every route needs: the shell and the texts of the site in one language. */
const EVERYWHERE = ['index.html', textsOf('site')];

/** Reads the builder's manifest of the built page. */
export function readManifest(root: string): Manifest {
  const text = readFileSync(join(root, 'web', 'dist', '.vite', 'manifest.json'), 'utf8');
  const manifest: unknown = JSON.parse(text);
  if (!isManifest(manifest)) throw new Error('The manifest of the built page has an unexpected format.');
  return manifest;
}

function isManifest(value: unknown): value is Manifest {
  const isScript = (script: unknown): boolean =>
    typeof script === 'object' && script !== null && 'file' in script && typeof script.file === 'string';
  return typeof value === 'object' && value !== null && Object.values(value).every(isScript);
}

/** Bytes of a built file as sent to a browser that accepts gzip. */
export function bytesSent(root: string, file: string): number {
  return statSync(join(root, 'web', 'dist', `${file}.gz`)).size;
}

/** Every script that a browser loads before a page can start. */
export function scriptsOf(manifest: Manifest, { module, texts = [] }: BuiltPage): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const script = manifest[key];
    if (script === undefined) throw new Error(`The built page does not contain ${key}.`);
    if (files.has(script.file)) return;
    files.add(script.file);
    for (const imported of script.imports ?? []) visit(imported);
  };
  for (const key of [...EVERYWHERE, module, ...texts.map(textsOf)]) visit(key);
  return files;
}

function textsOf(group: string): string {
  return `../locales/en/${group}.json`;
}

/** A message for each module of the console in the public page, which visitors would load. */
export function consoleModules(manifest: Manifest): string[] {
  return Object.keys(manifest)
    .filter((key) => /(^|\/)(console|dist-console)\//.test(key))
    .map((key) => `The public page contains ${key}; the console has a build of its own.`);
}

/** A page, named by its module, with the size and the budget of its scripts in bytes. */
export interface PageWeight {
  readonly module: string;
  readonly bytes: number;
  readonly budget: number;
}

/** The size and the budget of every page. */
export function pageWeights(
  manifest: Manifest,
  weigh: (file: string) => number,
  pages: readonly BuiltPage[] = builtPages,
): PageWeight[] {
  return pages.map((page) => ({
    module: page.module,
    bytes: [...scriptsOf(manifest, page)].reduce((sum, file) => sum + weigh(file), 0),
    budget: (page.maxKib ?? DEFAULT_MAX_KIB) * 1_024,
  }));
}

/** A message for each page whose scripts exceed their budget. */
export function overweight(
  manifest: Manifest,
  weigh: (file: string) => number,
  pages: readonly BuiltPage[] = builtPages,
): string[] {
  return pageWeights(manifest, weigh, pages)
    .filter(({ bytes, budget }) => bytes > budget)
    .map(({ module, bytes, budget }) => `The scripts of ${module} are ${kib(bytes)} KiB; the limit is ${kib(budget)}.`);
}

function kib(bytes: number): string {
  return String(Math.ceil((10 * bytes) / 1_024) / 10);
}
