import type { CDPSession } from '@playwright/test';

/** The parts of a page's script heap, in MiB. */
export interface HeapKinds {
  /** Compiled code and type feedback, which grow until the hot code is optimized. */
  readonly codeMiB: number;
  /** Data of the scripts. */
  readonly dataMiB: number;
}

/** Node types of script data, excluding V8's own objects and the browser's, such as document nodes. */
const dataTypes = new Set(['object', 'array', 'string', 'concatenated string', 'sliced string', 'number', 'bigint']);

/** Node types that are not data of the page's scripts. */
const codeTypes = new Set(['code', 'closure', 'object shape', 'symbol', 'regexp']);

/** Takes a snapshot of all reachable objects. The page is paused meanwhile. */
export async function heapKinds(devtools: CDPSession): Promise<HeapKinds> {
  let text = '';
  const take = ({ chunk }: { readonly chunk: string }): void => {
    text += chunk;
  };
  devtools.on('HeapProfiler.addHeapSnapshotChunk', take);
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  devtools.off('HeapProfiler.addHeapSnapshotChunk', take);
  const bytes = bytesByType(text);
  const sumOf = (types: ReadonlySet<string>): number =>
    [...bytes].reduce((sum, [type, size]) => sum + (types.has(type) ? size : 0), 0) / 2 ** 20;
  return { codeMiB: sumOf(codeTypes), dataMiB: sumOf(dataTypes) };
}

/** A node is a row of numbers that include its type and its own size in bytes. */
function bytesByType(text: string): ReadonlyMap<string, number> {
  const parsed: unknown = JSON.parse(text);
  const meta = field(field(parsed, 'snapshot'), 'meta');
  const [fields, types, nodes] = [
    list(field(meta, 'node_fields')),
    list(list(field(meta, 'node_types'))[0]),
    list(field(parsed, 'nodes')),
  ];
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const bytes = new Map<string, number>();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = String(types[Number(nodes[at + typeAt])]);
    bytes.set(type, (bytes.get(type) ?? 0) + Number(nodes[at + sizeAt]));
  }
  return bytes;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : null;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
