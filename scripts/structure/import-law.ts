import { posix } from 'node:path';
import { childrenOf, isTest, nodeAt, placeOf, textAt, walk } from './source.ts';
import type { Source, SyntaxNode } from './source.ts';
import { pages, type Page, type Redirect } from '../../web/app/pages.ts';

/** The import rules of one package. */
interface RoomLaw {
  /** Packages of this repository, by the name of their folder, or one export of a package. */
  readonly ours: readonly string[];
  /** Third-party packages; `null` allows any. */
  readonly others: RegExp | null;
  /** Packages whose files may be imported by a relative path. */
  readonly beside?: readonly string[];
}

const ROOMS: Readonly<Record<string, RoomLaw>> = {
  engine: { ours: [], others: /^$/ },
  contract: { ours: [], others: /^typebox(\/|$)/, beside: ['locales'] },
  // Keys stay in the signer: its folder exports nothing else to the server than its protocol.
  signer: { ours: [], others: null },
  server: { ours: ['engine', 'contract', 'signer/protocol'], others: null },
  web: { ours: ['contract'], others: /^(?!node:)/, beside: ['locales'] },
  scripts: { ours: [], others: null, beside: ['web', 'contract'] },
};

/** The layers of the pages, and the other layers that each may import. */
const WEB_LAYERS: Readonly<Record<string, readonly string[]>> = {
  live: [],
  ui: ['live'],
  features: ['live', 'ui', 'app'],
  app: ['live', 'ui', 'features'],
  // A page of its own, with another build: nothing of the public page imports it.
  console: ['live', 'ui'],
};

/**
 * The shell around every page and the features with light pages. They must not import the component library, which
 * would exceed their size budget.
 */
const LIGHT_FEATURES: ReadonlySet<string> = new Set([
  'shell',
  ...Object.values<Page | Redirect>(pages).flatMap(lightFeature),
]);

function lightFeature(page: Page | Redirect): readonly string[] {
  if (!('module' in page) || page.light !== true) return [];
  return [page.module.split('/')[1] ?? ''];
}

/** The server's foundation, from the bottom up, and the folders that each part may import through their index. */
const SERVER_FOUNDATION: Readonly<Record<string, readonly string[]>> = {
  background: [],
  texts: [],
  projections: [],
  database: ['projections'],
  core: ['background', 'database', 'projections'],
  gateway: ['core', 'database', 'texts'],
  feed: ['core', 'database', 'gateway', 'texts'],
};

/** The foundation folders that a capability may import. It may also import other capabilities through their index. */
const CAPABILITY_IMPORTS = Object.keys(SERVER_FOUNDATION).filter((folder) => folder !== 'projections');

interface Import {
  readonly specifier: string;
  readonly node: SyntaxNode;
}

/** Reports imports that the architecture forbids; test files may import more. */
export function importViolations(source: Source): string[] {
  const found: string[] = [];
  walk(source.tree, (node) => {
    if (node.type === 'ExportAllDeclaration')
      found.push(`${placeOf(source, node)} exports everything; export each name explicitly`);
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
 * A feature's index only re-exports public names: other code, and pages, would become part of every route that imports
 * one of these names. The shell's pages are part of every route anyway.
 */
function indexViolations(source: Source): string[] {
  const [, feature = ''] = /^web\/features\/([^/]+)\/index\.ts$/.exec(source.path) ?? [];
  if (feature === '') return [];
  return childrenOf(source.tree).flatMap((statement) => {
    const from = nodeAt(statement, 'source');
    if (statement.type !== 'ExportNamedDeclaration' || from === null)
      return [`${placeOf(source, statement)} does more than re-export names`];
    const isPage = /-(page|frame)\.tsx$/.test(textAt(from, 'value') ?? '');
    return isPage && feature !== 'shell'
      ? [`${placeOf(source, statement)} exports a page; pages are imported by the router only`]
      : [];
  });
}

/** Static, re-exported, dynamic and type imports. */
function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  walk(source.tree, (node) => {
    const from = nodeAt(node, 'source');
    if (from === null) return;
    // A dynamic import of a computed name could load anything, so it is never allowed.
    found.push({ specifier: textAt(from, 'value') ?? '(computed)', node });
  });
  return found;
}

function packageViolation(room: string, law: RoomLaw, specifier: string): string | null {
  const name = /^@bourse\/(.+)/.exec(specifier)?.[1];
  if (name !== undefined) {
    const [ours = ''] = name.split('/');
    return law.ours.includes(ours) || law.ours.includes(name) ? null : `${room} must not import ${ours}`;
  }
  return law.others === null || law.others.test(specifier) ? null : `${room} must not depend on it`;
}

function libraryViolation(path: string, specifier: string): string | null {
  const [room, layer, feature = ''] = path.split('/');
  if (room !== 'web' || !specifier.startsWith('@mantine/')) return null;
  if (layer === 'ui' || layer === 'console') return null;
  return layer === 'features' && !LIGHT_FEATURES.has(feature) ? null : 'light pages must not use the component library';
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
    if (law.beside === undefined) return `other packages are imported by their package name`;
    return law.beside.includes(targetRoom) ? null : `${room} must not import ${targetRoom}`;
  }
  switch (room) {
    case 'engine':
      return engineViolation(path, target);
    case 'server':
      return serverViolation(path, target);
    case 'web':
      return webViolation(path, target, node);
    default:
      return null;
  }
}

/** The ledger knows no product: rules about what may leave an account reach it through `engine/leaving.ts`. */
function engineViolation(path: string, target: string): string | null {
  if (!path.startsWith('engine/ledger/')) return null;
  const isKnown = /^engine\/((ledger|declaration)\/)?[^/]+$/.test(target);
  return isKnown ? null : 'the ledger must not import a capability';
}

/**
 * A feature is imported through its index. Only the router may import a page directly, and dynamically: exported from
 * an index, a page would become part of every route that imports anything from the feature.
 */
function webViolation(path: string, target: string, node: SyntaxNode): string | null {
  const [, layer = '', feature = ''] = path.split('/');
  const [, targetLayer = '', targetFeature = '', ...targetRest] = target.split('/');
  const known = WEB_LAYERS[layer];
  if (known === undefined) return null;
  if (layer !== targetLayer && !known.includes(targetLayer)) return `${layer} must not import ${targetLayer}`;
  if (layer === 'console') return screenViolation(path, target, node);
  if (layer === 'features' && targetLayer === 'app')
    return targetFeature === 'i18n' ? null : 'a feature may import only i18n from app';
  if (targetLayer !== 'features' || (layer === 'features' && feature === targetFeature)) return null;
  if (targetRest.join('/') === 'index.ts') return null;
  if (layer === 'app' && node.type === 'ImportExpression') return null;
  return `only features/${targetFeature}/index.ts is public`;
}

/** Screens of the console do not depend on each other; the registry alone imports them, when they are first opened. */
function screenViolation(path: string, target: string, node: SyntaxNode): string | null {
  const screen = screenOf(target);
  if (screen === null || screen === screenOf(path)) return null;
  if (path === screenRegistry && node.type === 'ImportExpression') return null;
  return path === screenRegistry ? 'a screen is loaded when it is opened' : 'only the registry imports screens';
}

const screenRegistry = 'web/console/screens/registry.ts';

function screenOf(path: string): string | null {
  return /^web\/console\/screens\/([^/]+)\//.exec(path)?.[1] ?? null;
}

function serverViolation(path: string, target: string): string | null {
  const [, folder = '', ...rest] = path.split('/');
  const [, targetFolder = '', ...targetRest] = target.split('/');
  // Files outside the folders compose the server and may import anything.
  if (rest.length === 0 || folder === targetFolder) return null;
  if (targetRest.length === 0) return 'files outside the folders compose them and must not be imported by them';
  if (targetRest.join('/') !== 'index.ts') return `only ${targetFolder}/index.ts is public`;
  const foundation = SERVER_FOUNDATION[folder];
  if (foundation !== undefined)
    return foundation.includes(targetFolder) ? null : `${folder} must not import ${targetFolder}`;
  const capability = SERVER_FOUNDATION[targetFolder] === undefined;
  return capability || CAPABILITY_IMPORTS.includes(targetFolder)
    ? null
    : `a capability must not import ${targetFolder}`;
}
