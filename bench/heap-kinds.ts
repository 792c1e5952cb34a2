import type { CDPSession } from '@playwright/test';

/** What the heap of a page's scripts is made of, in MiB. */
export interface HeapKinds {
  /**
   * What the engine compiles of the scripts, and what it learns of them while they run: it grows as long as it learns.
   */
  readonly codeMiB: number;
  /** What the scripts themselves hold. */
  readonly dataMiB: number;
}

/** What is neither the engine's own nor of the browser, such as nodes of the document. */
const dataTypes = new Set(['object', 'array', 'string', 'concatenated string', 'sliced string', 'number', 'bigint']);

/** What is in the heap, and is not held by the scripts of the page. */
const codeTypes = new Set(['code', 'closure', 'object shape', 'symbol', 'regexp']);

/** Takes a snapshot of everything that can be reached. The page stands still meanwhile. */
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

/** A node is a row of numbers, among them its type and how many bytes it takes by itself. */
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
