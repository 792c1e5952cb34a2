/**
 * The programs that a module is made of, including those that it fetches later; not the pages that addresses open. Of
 * an index, only the modules whose names are imported: the builder drops the others.
 *
 * @param programs texts by their path as seen from web/app/i18n
 * @param first the path of the module from the root, beginning with /web/
 * @returns keys of `programs`
 */
export function modulesOf(
  programs: Readonly<Record<string, string>>,
  first: string,
  isPage: (path: string) => boolean,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (path: string, names: string): void => {
    const key = keyOf(path);
    const text = programs[key];
    if (text === undefined) return;
    if (path.endsWith('/index.ts')) {
      for (const { from, names: exported } of importsOf(text, path)) {
        const wanted = valuesOf(exported).filter((name) => valuesOf(names).includes(name));
        if (wanted.length > 0) visit(from, exported);
      }
      return;
    }
    if (seen.has(key)) return;
    seen.add(key);
    for (const { from, names: imported } of importsOf(text, path)) if (!isPage(from)) visit(from, imported);
  };
  visit(first, '');
  return seen;
}

interface Import {
  /** The path of what is imported, from the root. */
  readonly from: string;
  /** What stands between the braces; empty for an import of anything else. */
  readonly names: string;
}

function importsOf(text: string, path: string): Import[] {
  return [...text.matchAll(/(?:\{([^{}]*)\}\s*)?(?:from|import)\s*\(?'(\.[^']+)'/g)].map(
    ([, names = '', from = '']) => ({
      from: new URL(from, `file://${path}`).pathname,
      names,
    }),
  );
}

/** The names of values in a list of imports or exports; types are no part of what is built. */
function valuesOf(names: string): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
}

/** The name of a program among `programs`. */
function keyOf(path: string): string {
  if (path.startsWith('/web/app/i18n/')) return path.replace('/web/app/i18n/', './');
  return path.startsWith('/web/app/') ? path.replace('/web/app/', '../') : path.replace('/web/', '../../');
}
