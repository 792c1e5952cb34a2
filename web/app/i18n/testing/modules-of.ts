/**
 * The modules that `first` imports, directly, indirectly or dynamically, except other pages. An index file leads only
 * to the modules whose names are imported from it, because the bundler drops the others. Parts that a module requests
 * with their own texts (`requestedParts`) are left out.
 *
 * @param programs source texts by path relative to web/app/i18n
 * @param first path from the repository root, beginning with /web/
 * @param names the exports that are used, separated by commas, if `first` is an index file
 * @returns keys of `programs`
 */
export function modulesOf(
  programs: Readonly<Record<string, string>>,
  first: string,
  isPage: (path: string) => boolean,
  names = '',
): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (path: string, wantedNames: string): void => {
    const key = keyOf(path);
    const text = programs[key];
    if (text === undefined) return;
    if (path.endsWith('/index.ts')) {
      for (const { from, names: exported } of importsOf(text, path)) {
        const wanted = valuesOf(exported).filter((name) => valuesOf(wantedNames).includes(name));
        if (wanted.length > 0) visit(from, exported);
      }
      return;
    }
    if (seen.has(key)) return;
    seen.add(key);
    for (const { from, names: imported } of importsOf(text, path)) if (!isPage(from)) visit(from, imported);
  };
  visit(first, names);
  return seen;
}

/** A part of a page that is fetched together with its texts when it is needed. */
export interface RequestedPart {
  /** The module that requests it, from the repository root. */
  readonly by: string;
  /** The requested module, from the repository root. */
  readonly module: string;
  readonly name: string;
  readonly texts: readonly string[];
}

const request = /withTexts\(\[([^\]]*)\],\s*async \(\) => \(await import\('(\.[^']+)'\)\)\.(\w+)/g;

/** The parts that a module requests with their own texts. */
export function requestedParts(text: string, path: string): RequestedPart[] {
  return [...text.matchAll(request)].map(([, texts = '', from = '', name = '']) => ({
    by: path,
    module: new URL(from, `file://${path}`).pathname,
    name,
    texts: [...texts.matchAll(/'(\w+)'/g)].map(([, group = '']) => group),
  }));
}

interface Import {
  /** The imported path, from the repository root. */
  readonly from: string;
  /** The text between the braces; empty for any other kind of import. */
  readonly names: string;
}

function importsOf(text: string, path: string): Import[] {
  return [...text.replace(request, '').matchAll(/(?:\{([^{}]*)\}\s*)?(?:from|import)\s*\(?'(\.[^']+)'/g)].map(
    ([, names = '', from = '']) => ({
      from: new URL(from, `file://${path}`).pathname,
      names,
    }),
  );
}

/** The value names in a list of imports or exports, without types, which are not bundled. */
function valuesOf(names: string): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
}

/** The key of a path in `programs`. */
function keyOf(path: string): string {
  if (path.startsWith('/web/app/i18n/')) return path.replace('/web/app/i18n/', './');
  return path.startsWith('/web/app/') ? path.replace('/web/app/', '../') : path.replace('/web/', '../../');
}
