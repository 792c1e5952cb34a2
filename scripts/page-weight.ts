import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { builtPages, type BuiltPage } from '../web/app/pages.ts';

/** The maximum weight of a page's scripts in KiB as they are sent (gzip), with the texts of one language. */
const DEFAULT_MAX_KIB = 215;

/** What the builder says of a script: its file and the scripts that it cannot begin without. */
export interface BuiltScript {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The scripts of the built page by the module that each was made of. */
export type Manifest = Readonly<Record<string, BuiltScript>>;

/** What every route needs: the shell, and the texts of the site in one language. */
const EVERYWHERE = ['index.html', textsOf('site')];

/** Reads what the builder wrote about the built page. */
export function readManifest(root: string): Manifest {
  const text = readFileSync(join(root, 'web', 'dist', '.vite', 'manifest.json'), 'utf8');
  const manifest: unknown = JSON.parse(text);
  if (!isManifest(manifest)) throw new Error('The builder wrote something else than a manifest.');
  return manifest;
}

function isManifest(value: unknown): value is Manifest {
  const isScript = (script: unknown): boolean =>
    typeof script === 'object' && script !== null && 'file' in script && typeof script.file === 'string';
  return typeof value === 'object' && value !== null && Object.values(value).every(isScript);
}

/** How many bytes of a built file are sent to a browser that takes gzip. */
export function bytesSent(root: string, file: string): number {
  return statSync(join(root, 'web', 'dist', `${file}.gz`)).size;
}

/** Every script that a browser fetches before a page can begin. */
export function scriptsOf(manifest: Manifest, { module, texts = [] }: BuiltPage): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const script = manifest[key];
    if (script === undefined) throw new Error(`The built page has no ${key}.`);
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

/** A page, named by its module, with what its scripts weigh and may weigh, in bytes. */
export interface PageWeight {
  readonly module: string;
  readonly bytes: number;
  readonly budget: number;
}

/** The weight and the budget of every page. */
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

/** A sentence about each page whose scripts weigh more than they may. */
export function overweight(
  manifest: Manifest,
  weigh: (file: string) => number,
  pages: readonly BuiltPage[] = builtPages,
): string[] {
  return pageWeights(manifest, weigh, pages)
    .filter(({ bytes, budget }) => bytes > budget)
    .map(
      ({ module, bytes, budget }) => `The scripts of ${module} weigh ${kib(bytes)} KiB; they may weigh ${kib(budget)}.`,
    );
}

function kib(bytes: number): string {
  return String(Math.ceil((10 * bytes) / 1_024) / 10);
}
