import { HDKey } from '@scure/bip32';
import { type Static, Type } from 'typebox';
import { openableChains } from '../custody/chains/index.ts';
import { isLoopback } from '../ground/loopback.ts';

/** A real chain that the exchange follows, with secrets in its addresses. */
interface ChainConfig {
  readonly code: string;
  /** The JSON-RPC address of a node. */
  readonly node: string;
  /** The address of a node of another operator; null if there is none. */
  readonly secondNode: string | null;
  /** The extended public key of the deposit addresses, as the operator noted it. */
  readonly xpub: string;
}

/** The real chains of a live exchange, and the socket of their signer; null if it follows none. */
export type ChainsConfig = { readonly signerSocket: string; readonly followed: readonly ChainConfig[] } | null;

/** The longest path of a Unix socket that every system takes. */
const maxSocketPath = 103;

const node = Type.Refine(Type.String({ pattern: '^[a-z0-9-]{1,40}=https?://[^\\s,]+$' }), isNode);
const xpub = Type.Refine(Type.String({ pattern: '^[a-z0-9-]{1,40}=xpub[1-9A-HJ-NP-Za-km-z]{100,120}$' }), isXpub);
const nodes = Type.Array(node, {
  description: 'a list like ethereum=https://user:key@node.example/path bitcoin=http://user:password@127.0.0.1:8332',
});

export const chainSchema = {
  CHAIN_NODES: nodes,
  CHAIN_SECOND_NODES: nodes,
  CHAIN_XPUBS: Type.Array(xpub, { description: 'a list like ethereum=xpub6C… bitcoin=xpub6D…' }),
  SIGNER_SOCKET: Type.String({
    pattern: `^[^\\u0000-\\u001f]{1,${maxSocketPath}}$`,
    description: `the path of a socket with at most ${maxSocketPath} characters`,
  }),
};

type Given = { readonly [Name in keyof typeof chainSchema]: Static<(typeof chainSchema)[Name]> | null };

/** The chains of these settings, which `refuse` gets a sentence for each problem of. Sentences contain no secrets. */
export function chainsConfig(given: Given, mode: 'demo' | 'live', refuse: (sentence: string) => void): ChainsConfig {
  const names = Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [name]));
  if (names.length === 0) return null;
  if (mode === 'demo') {
    refuse(`${sentenceList(names)} ${names.length === 1 ? 'needs' : 'need'} MODE=live: a demo has a chain of its own.`);
    return null;
  }
  const first = byCode('CHAIN_NODES', given.CHAIN_NODES, refuse);
  const second = byCode('CHAIN_SECOND_NODES', given.CHAIN_SECOND_NODES, refuse);
  const xpubs = byCode('CHAIN_XPUBS', given.CHAIN_XPUBS, refuse);
  for (const [name, values] of [['CHAIN_SECOND_NODES', second] as const, ['CHAIN_XPUBS', xpubs] as const])
    for (const code of values.keys())
      if (!first.has(code)) refuse(`${name} names ${code}, which has no node in CHAIN_NODES.`);
  if (given.SIGNER_SOCKET === null && first.size > 0)
    refuse('CHAIN_NODES needs SIGNER_SOCKET, the path of the socket of the signer.');
  const followed = [...first].map(([code, address]) => {
    const other = second.get(code) ?? null;
    const key = xpubs.get(code);
    if (key === undefined) refuse(`CHAIN_XPUBS has no key for ${code}, which CHAIN_NODES follows.`);
    if (other !== null && new URL(other).host === new URL(address).host)
      refuse(`CHAIN_SECOND_NODES names the node of CHAIN_NODES for ${code}; it must be one of another operator.`);
    return Object.freeze({ code, node: address, secondNode: other, xpub: key ?? '' });
  });
  return followed.length === 0
    ? null
    : Object.freeze({ signerSocket: given.SIGNER_SOCKET ?? '', followed: Object.freeze(followed) });
}

/** The values of a list by the code of their chain. */
function byCode(
  name: string,
  entries: readonly string[] | null,
  refuse: (sentence: string) => void,
): ReadonlyMap<string, string> {
  const known: readonly string[] = openableChains.map(({ code }) => code);
  const values = new Map<string, string>();
  for (const entry of entries ?? []) {
    const [code, value] = partsOf(entry);
    if (!known.includes(code)) refuse(`${name} names ${code}, but only ${sentenceList(known)} can be followed.`);
    else if (values.has(code)) refuse(`${name} names ${code} twice.`);
    else if (value.startsWith('http:') && !isLoopback(new URL(value).hostname))
      refuse(`${name} has an http address for ${code}: others on the network could read its key and change answers.`);
    values.set(code, value);
  }
  return values;
}

function partsOf(entry: string): readonly [code: string, value: string] {
  const at = entry.indexOf('=');
  return [entry.slice(0, at), entry.slice(at + 1)];
}

function isNode(entry: string): boolean {
  const [, address] = partsOf(entry);
  if (!URL.canParse(address)) return false;
  const { hash, password, username } = new URL(address);
  return hash === '' && isDecodable(username) && isDecodable(password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isXpub(entry: string): boolean {
  try {
    return HDKey.fromExtendedKey(partsOf(entry)[1]).privateKey === null;
  } catch {
    return false;
  }
}

function sentenceList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
