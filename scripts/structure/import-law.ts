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

/** The wings of the server, from the bottom up: each imports those below it. The order is written here only. */
const SERVER_WINGS = ['ground', 'people', 'trading', 'custody', 'operators', 'demo', 'venue'] as const;

/** The rooms of the ground, and those that each may import. Other rooms may import any of them but projections. */
const GROUND_ROOMS: Readonly<Record<string, readonly string[]>> = {
  background: [],
  texts: [],
  secrets: [],
  'security-log': [],
  projections: [],
  database: ['projections'],
  core: ['background', 'database', 'projections'],
  gateway: ['core', 'database', 'texts'],
  feed: ['core', 'database', 'gateway', 'texts'],
  'console-gateway': ['background', 'core', 'database', 'feed', 'gateway', 'texts'],
  metrics: ['background', 'core', 'feed', 'gateway', 'security-log'],
};

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

/**
 * A room of the server is imported through its index, by rooms of its own wing and of wings above. Files beside the
 * rooms of a wing are part of the wing: of the ground they are tools for everyone, elsewhere they compose its rooms.
 */
function serverViolation(path: string, target: string): string | null {
  const from = serverPlace(path);
  const to = serverPlace(target);
  if (from === null) return null;
  if (to === null) return `only the wings ${SERVER_WINGS.join(', ')} may be imported`;
  if (from.wing === to.wing && from.room === to.room) return null;
  const [height, targetHeight] = [SERVER_WINGS.indexOf(from.wing), SERVER_WINGS.indexOf(to.wing)];
  if (targetHeight > height) return `${from.wing} is below ${to.wing} and must not import it`;
  if (to.room === null)
    return to.wing === 'ground' || targetHeight < height ? null : 'files beside the rooms must not be imported by them';
  if (to.rest !== 'index.ts') return `only ${to.wing}/${to.room}/index.ts is public`;
  if (to.wing !== 'ground') return null;
  const allowed = from.wing === 'ground' && from.room !== null ? GROUND_ROOMS[from.room] : undefined;
  if (allowed !== undefined) return allowed.includes(to.room) ? null : `${from.room} must not import ${to.room}`;
  return to.room === 'projections' && from.wing !== 'venue' ? 'projections are written by the core only' : null;
}

interface ServerPlace {
  readonly wing: (typeof SERVER_WINGS)[number];
  /** Null for a file beside the rooms of its wing. */
  readonly room: string | null;
  readonly rest: string;
}

/** Where a file of the server is; null outside the wings, as test tools are. */
function serverPlace(path: string): ServerPlace | null {
  const [, name = '', ...inWing] = path.split('/');
  const wing = SERVER_WINGS.find((one) => one === name);
  if (wing === undefined) return null;
  const [room = '', ...rest] = inWing;
  return rest.length === 0 ? { wing, room: null, rest: room } : { wing, room, rest: rest.join('/') };
}
