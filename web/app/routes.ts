import { createRoute, lazyRouteComponent, redirect, type AnyRoute, type RouteComponent } from '@tanstack/react-router';
import { readHomeAhead } from '../features/home/index.ts';
import { ComingPage, PendingPage } from '../features/shell/index.ts';
import type { Live } from '../live/context.tsx';
import { withTexts } from './i18n/with-texts.ts';
import type { Page, Redirect } from './pages.ts';
import { requireLogin } from './require-login.ts';

type Pages = Readonly<Record<string, Page | Redirect>>;

/** The query parameters that a page reads. */
type SearchNames<Entry> = Entry extends { readonly search: readonly (infer Name extends string)[] } ? Name : never;

/** The routes of a table, each with the type of its own path and parameters. */
type RoutesOf<Parent extends AnyRoute, Table extends Pages> = {
  readonly [Path in keyof Table & string]: ReturnType<typeof routeOf<Parent, Path, SearchNames<Table[Path]>>>;
};

const modules = import.meta.glob<Readonly<Record<string, RouteComponent>>>([
  '../features/*/*-page.tsx',
  '../features/*/*-frame.tsx',
  // The shell's pages are part of every route.
  '!../features/shell/*',
]);

/** Reads that start while a page's scripts are still loading. */
const readsAhead: Readonly<Record<string, (live: Live) => void>> = { '/home': readHomeAhead };

/** Creates a route below `parent` for each page of a table. */
export function routesOf<Parent extends AnyRoute, Table extends Pages>(
  live: Live,
  parent: Parent,
  table: Table,
): RoutesOf<Parent, Table>;
export function routesOf(live: Live, parent: AnyRoute, table: Pages): Readonly<Record<string, AnyRoute>> {
  return Object.fromEntries(Object.entries(table).map(([path, page]) => [path, routeOf(live, parent, path, page)]));
}

/** The component of a module, loaded with its texts when it is first shown. */
export function lazyPage({ module, texts = [] }: Pick<Page, 'module' | 'texts'>): RouteComponent {
  if (module === undefined) return ComingPage;
  const load = modules[`../${module}`];
  if (load === undefined) throw new Error(module);
  const loadPage = withTexts(texts, load);
  return lazyRouteComponent(async () => {
    // A test sees to it that a page's module exports the page alone.
    const [page] = Object.values(await loadPage());
    if (page === undefined) throw new Error(module);
    return { default: page };
  });
}

function routeOf<Parent extends AnyRoute, const Path extends string, Name extends string>(
  live: Live,
  parent: Parent,
  path: Path,
  entry: (Page & { readonly search?: readonly Name[] }) | Redirect,
) {
  const page = 'leadsTo' in entry ? null : entry;
  const { title, width, light, search = [] } = page ?? {};
  const read = readsAhead[path];
  return createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { title, width, light },
    validateSearch: (given: Record<string, unknown>) => pick(given, search),
    beforeLoad: ({ location, preload }): void => {
      if ('leadsTo' in entry) redirect({ href: entry.leadsTo, replace: true, throw: true });
      else if (entry.requiresLogin === true) requireLogin(live, location.href, preload);
    },
    component: lazyPage(page ?? {}),
    pendingComponent: PendingPage,
    ...(read === undefined ? {} : { loader: () => read(live) }),
  });
}

/** Query parameters stay strings: a code such as "1e5" must not become a number. */
function pick<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [Key in Name]?: string } {
  const picked: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') picked[name] = value;
  }
  return picked;
}
