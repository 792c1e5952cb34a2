import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { withLock } from './lock.mjs';

/** A page with a build of its own. */
interface BuiltPage {
  /** The name in the message of a failed build. */
  readonly name: string;
  /** The folder with its `vite.config.ts`. */
  readonly folder: string;
  readonly output: string;
  /** Its sources besides `SHARED_SOURCES`; a change in any of them requires a new build. */
  readonly sources: readonly string[];
}

const PUBLIC_PAGE: BuiltPage = {
  name: 'page',
  folder: 'web',
  output: 'web/dist',
  sources: ['web/app', 'web/features', 'web/public', 'web/index.html', 'web/vite.config.ts', 'locales'],
};

const CONSOLE: BuiltPage = {
  name: 'console',
  folder: 'web/console',
  output: 'web/dist-console',
  sources: [
    'web/console',
    'web/public/first-paint.js',
    'web/public/favicon.svg',
    'web/public/favicon.ico',
    'locales/en/site.json',
  ],
};

const SHARED_SOURCES = [
  'web/live',
  'web/ui',
  'web/build.config.ts',
  'web/package.json',
  'contract',
  'scripts/build-page.ts',
  'package-lock.json',
  'tsconfig.json',
];
const zip = promisify(gzip);
const brotli = promisify(brotliCompress);

const NOT_SOURCES = new Set(['node_modules', 'dist', 'dist-console']);

/**
 * Builds the public page and the console unless their existing builds are from exactly these sources. An old page is
 * served until the new one is complete.
 *
 * @returns whether a build was needed
 * @throws Error with the output of a failed build
 */
export async function ensurePageBuilt(root: string): Promise<boolean> {
  return withLock(join(root, 'node_modules', '.bourse-page-lock'), async () => {
    const built = await Promise.all([PUBLIC_PAGE, CONSOLE].map((page) => ensureBuilt(root, page)));
    return built.includes(true);
  });
}

async function ensureBuilt(root: string, page: BuiltPage): Promise<boolean> {
  const dist = join(root, page.output);
  const wanted = hashOfSources(root, page);
  if (existsSync(stampFile(dist)) && readFileSync(stampFile(dist), 'utf8') === wanted) return false;
  const fresh = mkdtempSync(join(root, 'node_modules', `.bourse-${page.name}-`));
  try {
    await viteBuild(root, page, fresh);
    await compressFiles(fresh);
    writeFileSync(stampFile(fresh), wanted);
    chmodSync(fresh, 0o755);
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return true;
}

function stampFile(folder: string): string {
  return join(folder, 'sources.sha256');
}

function hashOfSources(root: string, { sources }: BuiltPage): string {
  const hash = createHash('sha256');
  const files = [...sources, ...SHARED_SOURCES].flatMap((source) => filesBelow(join(root, source)));
  for (const file of files.toSorted()) {
    hash
      .update(`${relative(root, file).split(sep).join('/')}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return `${hash.digest('hex')}\n`;
}

function filesBelow(path: string): string[] {
  if (path.endsWith('.test.ts') || path.endsWith('.test.tsx')) return [];
  const entries = readEntries(path);
  if (entries === null) return [path];
  return entries.filter((name) => !NOT_SOURCES.has(name)).flatMap((name) => filesBelow(join(path, name)));
}

function readEntries(path: string): string[] | null {
  try {
    return readdirSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Writes gzip and brotli copies beside every text file; the server sends them to clients that accept them. */
async function compressFiles(folder: string): Promise<void> {
  const texts = filesBelow(folder).filter((file) => /\.(html|js|css|svg|json)$/.test(file));
  await Promise.all(
    texts.map(async (file) => {
      const bytes = readFileSync(file);
      const [gz, br] = await Promise.all([zip(bytes, { level: 9 }), brotli(bytes)]);
      writeFileSync(`${file}.gz`, gz);
      writeFileSync(`${file}.br`, br);
    }),
  );
}

async function viteBuild(root: string, { name, folder }: BuiltPage, outFolder: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--outDir', outFolder, '--emptyOutDir'], {
    cwd: join(root, folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => printed.push(bytes));
  await once(child, 'close');
  if (child.exitCode !== 0)
    throw new Error(`The build of the ${name} failed.\n${Buffer.concat(printed).toString('utf8')}`);
}
