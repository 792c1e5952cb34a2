import { posix } from 'node:path';
import { childrenOf, isTest, nodeAt, placeOf, textAt, walk } from './source.ts';
import type { Source, SyntaxNode } from './source.ts';
import { pages, type Page, type Redirect } from '../../web/app/pages.ts';

/** The packages that a room may import. */
interface RoomLaw {
  /** Our own, by the name of their room. */
  readonly ours: readonly string[];
  /** Everybody else's; `null` allows any. */
  readonly others: RegExp | null;
  /** Rooms whose files may be imported by a relative path. */
  readonly beside?: readonly string[];
}

const ROOMS: Readonly<Record<string, RoomLaw>> = {
  engine: { ours: [], others: /^$/ },
  contract: { ours: [], others: /^typebox(\/|$)/, beside: ['locales'] },
  server: { ours: ['engine', 'contract'], others: null },
  web: { ours: ['contract'], others: /^(?!node:)/ },
  scripts: { ours: [], others: null, beside: ['web', 'contract'] },
};

/** The layers of the page and the layers that each may import besides itself. */
const WEB_LAYERS: Readonly<Record<string, readonly string[]>> = {
  live: [],
  ui: ['live'],
  features: ['live', 'ui', 'app'],
  app: ['live', 'ui', 'features'],
};

/**
 * The shell around every page, and the features that have a light page: they carry nothing of the component library,
 * which would weigh more on them than they may.
 */
const LIGHT_FEATURES: ReadonlySet<string> = new Set([
  'shell',
  ...Object.values<Page | Redirect>(pages).flatMap(lightFeature),
]);

function lightFeature(page: Page | Redirect): readonly string[] {
  if (!('module' in page) || page.light !== true) return [];
  return [page.module.split('/')[1] ?? ''];
}

/** The server's foundation, from the bottom up; what is named may be imported, by its public file. */
const SERVER_FOUNDATION: Readonly<Record<string, readonly string[]>> = {
  texts: [],
  projections: [],
  database: ['projections'],
  core: ['database', 'projections'],
  gateway: ['core', 'database', 'texts'],
  feed: ['core', 'database', 'gateway', 'texts'],
};

/**
 * What every other folder of the server, a capability, may import; other capabilities come by their public file too.
 */
const CAPABILITY_IMPORTS = Object.keys(SERVER_FOUNDATION).filter((folder) => folder !== 'projections');

interface Import {
  readonly specifier: string;
  readonly node: SyntaxNode;
}

/** Sentences about every import of a program that its room may not have; tests of a room may reach further. */
export function importViolations(source: Source): string[] {
  const found: string[] = [];
  walk(source.tree, (node) => {
    if (node.type === 'ExportAllDeclaration')
      found.push(`${placeOf(source, node)} exports everything; name what it exports`);
  });
  const room = source.path.split('/')[0] ?? '';
  const law = ROOMS[room];
  if (law === undefined || isTest(source.path) || source.path.endsWith('.config.ts')) return found;
  for (const { specifier, node } of importsOf(source)) {
    const reason = specifier.startsWith('.')
      ? relativeViolation(source.path, room, law, specifier, node)
      : (packageViolation(room, law, specifier) ?? libraryViolation(source.path, specifier));
    if (reason !== null) found.push(`${placeOf(source, node)} imports ${specifier}: ${reason}`);
  }
  return [...found, ...indexViolations(source)];
}

/**
 * The index of a feature only names what is public: anything else, and a page, would become part of every route that
 * imports a name of it. The pages of the shell are part of every route anyway.
 */
function indexViolations(source: Source): string[] {
  const [, feature = ''] = /^web\/features\/([^/]+)\/index\.ts$/.exec(source.path) ?? [];
  if (feature === '') return [];
  return childrenOf(source.tree).flatMap((statement) => {
    const from = nodeAt(statement, 'source');
    if (statement.type !== 'ExportNamedDeclaration' || from === null)
      return [`${placeOf(source, statement)} does more than to export names of other files`];
    const isPage = /-(page|frame)\.tsx$/.test(textAt(from, 'value') ?? '');
    return isPage && feature !== 'shell' ? [`${placeOf(source, statement)} exports a page; the router imports it`] : [];
  });
}

/** Static, re-exported, dynamic and type imports. */
function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  walk(source.tree, (node) => {
    const from = nodeAt(node, 'source');
    if (from === null) return;
    // A dynamic import of a computed name could be anything; the law cannot vouch for it.
    found.push({ specifier: textAt(from, 'value') ?? '(computed)', node });
  });
  return found;
}

function packageViolation(room: string, law: RoomLaw, specifier: string): string | null {
  const ours = /^@bourse\/([^/]+)/.exec(specifier)?.[1];
  if (ours !== undefined) return law.ours.includes(ours) ? null : `${room} does not know ${ours}`;
  return law.others === null || law.others.test(specifier) ? null : `${room} does not depend on it`;
}

function libraryViolation(path: string, specifier: string): string | null {
  const [room, layer, feature = ''] = path.split('/');
  if (room !== 'web' || !specifier.startsWith('@mantine/')) return null;
  if (layer === 'ui') return null;
  return layer === 'features' && !LIGHT_FEATURES.has(feature) ? null : 'a light page carries no component library';
}

function relativeViolation(
  path: string,
  room: string,
  law: RoomLaw,
  specifier: string,
  node: SyntaxNode,
): string | null {
  const target = posix.join(posix.dirname(path), specifier);
  const targetRoom = target.split('/')[0] ?? '';
  if (targetRoom !== room) {
    if (law.beside === undefined) return `another room is imported by its name`;
    return law.beside.includes(targetRoom) ? null : `${room} does not know ${targetRoom}`;
  }
  switch (room) {
    case 'server':
      return serverViolation(path, target);
    case 'web':
      return webViolation(path, target, node);
    default:
      return null;
  }
}

/**
 * A feature is imported through its index. The router alone may reach past it, to a page that it imports dynamically:
 * in an index, a page would become part of every route that imports anything of the feature.
 */
function webViolation(path: string, target: string, node: SyntaxNode): string | null {
  const [, layer = '', feature = ''] = path.split('/');
  const [, targetLayer = '', targetFeature = '', ...targetRest] = target.split('/');
  const known = WEB_LAYERS[layer];
  if (known === undefined) return null;
  if (layer !== targetLayer && !known.includes(targetLayer)) return `${layer} does not know ${targetLayer}`;
  if (layer === 'features' && targetLayer === 'app')
    return targetFeature === 'i18n' ? null : 'of app, a feature knows i18n only';
  if (targetLayer !== 'features' || (layer === 'features' && feature === targetFeature)) return null;
  if (targetRest.join('/') === 'index.ts') return null;
  if (layer === 'app' && node.type === 'ImportExpression') return null;
  return `only features/${targetFeature}/index.ts is public`;
}

function serverViolation(path: string, target: string): string | null {
  const [, folder = '', ...rest] = path.split('/');
  const [, targetFolder = '', ...targetRest] = target.split('/');
  // The files beside the folders compose the whole.
  if (rest.length === 0 || folder === targetFolder) return null;
  if (targetRest.length === 0) return 'what stands beside the folders composes them, it is not imported by them';
  if (targetRest.join('/') !== 'index.ts') return `only ${targetFolder}/index.ts is public`;
  const foundation = SERVER_FOUNDATION[folder];
  if (foundation !== undefined)
    return foundation.includes(targetFolder) ? null : `${folder} does not know ${targetFolder}`;
  const capability = SERVER_FOUNDATION[targetFolder] === undefined;
  return capability || CAPABILITY_IMPORTS.includes(targetFolder) ? null : `a capability does not know ${targetFolder}`;
}
