import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { PolicyDocument } from '@bourse/signer/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLog } from '../../ground/log.ts';
import { SocketSigner } from '../signer/index.ts';
import { type SignerProcess, startSigner } from '../signer/testing/signer-process.ts';
import { ChainUnavailable } from './adapter.ts';
import { genesisOf } from './bitcoin/networks.ts';
import { ChainsUnusable, liveChains } from './live-chains.ts';
import type { OpenedChains } from './ports.ts';

const caps = { transaction: '1', hour: '1', day: '1' };
const shared = { cold: null, fees: caps, assets: { '': caps } };
const policy: PolicyDocument = {
  chains: {
    ethereum: { kind: 'evm', chainId: 1, ...shared },
    litecoin: { kind: 'bitcoin', network: 'litecoin', ...shared },
  },
};

/** The answers of a node by method; an error is refused with its message. */
type Answers = (method: string, request: IncomingMessage) => unknown;

let answers: Answers;
let server: Server;
let port: number;
let signer: SignerProcess;
let xpubs: Readonly<Record<string, string>>;
let logged: string[];
let opened: OpenedChains | null;

beforeEach(async () => {
  answers = ethereum();
  server = createServer((request, response) => {
    void text(request).then((body) => response.end(answerTo(body, request)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  signer = await startSigner(policy);
  const socket = new SocketSigner(signer.socket);
  xpubs = { ethereum: await socket.depositXpub('ethereum'), litecoin: await socket.depositXpub('litecoin') };
  socket.close();
  logged = [];
  opened = null;
});

afterEach(async () => {
  await opened?.close();
  await signer.stop();
  server.closeAllConnections();
  server.close();
});

/** Nodes of Ethereum answer a result or an error, those of Bitcoin both. */
function answerTo(body: string, request: IncomingMessage): string {
  const { id, method } = JSON.parse(body) as { id: number; method: string };
  const answer = answers(method, request);
  const error = answer instanceof Error ? { code: -32_000, message: answer.message } : null;
  const result = error === null ? answer : null;
  if (!method.startsWith('eth_')) return JSON.stringify({ id, result, error });
  return JSON.stringify(error === null ? { id, result } : { id, error });
}

const hash = (digit: string): string => digit.repeat(64);

function ethereum(chainId = '0x1'): Answers {
  const block = { number: '0x9', hash: `0x${hash('b')}`, parentHash: `0x${hash('c')}`, timestamp: '0x64' };
  return (method) => (method === 'eth_chainId' ? chainId : block);
}

function litecoin(genesis: string): Answers {
  return (method) => {
    if (method === 'getblockhash') return genesis;
    return method === 'getbestblockhash' ? hash('b') : { hash: hash('b'), height: 9, confirmations: 1 };
  };
}

interface Given {
  readonly code?: string;
  readonly node?: string;
  readonly secondNode?: string;
  readonly xpub?: string;
  readonly signerSocket?: string;
}

async function open(given: Given = {}): Promise<OpenedChains> {
  const { code = 'ethereum', node = `http://127.0.0.1:${port}`, secondNode = null, signerSocket } = given;
  const xpub = given.xpub ?? xpubs[code] ?? '';
  opened = await liveChains({
    signerSocket: signerSocket ?? signer.socket,
    followed: [{ code, node, secondNode, xpub }],
  })({
    protocols: () => [],
    isListed: () => false,
    log: openLog('info', { write: (line: string) => void logged.push(line) }),
  });
  return opened;
}

describe('a real chain', () => {
  test('is followed through its node, with the login of its address in a header', async () => {
    const logins: (string | undefined)[] = [];
    const honest = answers;
    answers = (method, request) => {
      logins.push(request.headers.authorization);
      return honest(method, request);
    };
    const { chains } = await open({ node: `http://ada:p%40ss-word@127.0.0.1:${port}/v3/s3cret-key` });
    expect(chains).toMatchObject([{ id: 2, code: 'ethereum', coin: 'ETH', finalAfter: 6, second: null }]);
    expect(await chains[0]?.adapter.head()).toMatchObject({ height: 9 });
    expect(new Set(logins)).toEqual(new Set([`Basic ${Buffer.from('ada:p@ss-word').toString('base64')}`]));
    expect(chains[0]?.transactionUrl('0x12')).toBe('https://etherscan.io/tx/0x12');
  });

  test.each(['CHAIN_NODES', 'CHAIN_SECOND_NODES'])('is refused if its node in %s follows another', async (setting) => {
    answers = ethereum('0x5');
    const other = `http://127.0.0.1:${port}`;
    const nodes = setting === 'CHAIN_NODES' ? { node: other } : { node: 'http://127.0.0.1:1', secondNode: other };
    await expect(open(nodes)).rejects.toThrow(
      new ChainsUnusable(`The node of ethereum in ${setting} does not follow the network Ethereum.`),
    );
  });

  test('of the Bitcoin family is recognised by its first block', async () => {
    answers = litecoin(genesisOf.litecoin);
    const { chains } = await open({ code: 'litecoin' });
    expect(await chains[0]?.adapter.head()).toEqual({ height: 9, hash: hash('b') });
    await opened?.close();
    answers = litecoin(genesisOf.bitcoin);
    await expect(open({ code: 'litecoin' })).rejects.toThrow('does not follow the network Litecoin');
  });

  test.each([
    ['ethereum', ethereum(), ethereum('0x5')],
    ['litecoin', litecoin(genesisOf.litecoin), litecoin(genesisOf['litecoin-testnet'])],
  ])('%s whose node is down is opened, and its node is checked after each outage', async (code, right, wrong) => {
    const down: Answers = () => 'nonsense';
    answers = down;
    const { chains } = await open({ code });
    expect(logged.join('')).toContain('a node of a chain does not answer');
    const head = async () => chains[0]?.adapter.head();
    answers = wrong;
    await expect(head()).rejects.toThrow('another');
    answers = right;
    expect(await head()).toMatchObject({ height: 9 });
    server.closeAllConnections();
    server.close();
    await expect(head()).rejects.toThrow(ChainUnavailable);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    answers = wrong;
    await expect(head()).rejects.toThrow('another');
  });
});

describe('the signer of real chains', () => {
  test('is refused if its deposit key is not the noted one', async () => {
    await expect(open({ xpub: xpubs['litecoin'] ?? '' })).rejects.toThrow(
      new ChainsUnusable(
        'The signer cannot serve ethereum, which CHAIN_NODES follows: its deposit key differs from the one in CHAIN_XPUBS.',
      ),
    );
  });

  test('is refused if its policy lacks a chain', async () => {
    await expect(open({ code: 'bitcoin' })).rejects.toThrow(
      'The signer cannot serve bitcoin, which CHAIN_NODES follows: The signer refused the request: The policy has no chain bitcoin.',
    );
  });

  test('that does not answer at the start is checked when it does', async () => {
    const socket = `${signer.socket}.later`;
    const wrong = xpubs['litecoin'] ?? '';
    await open({ xpub: wrong, signerSocket: socket });
    expect(logged.join('')).toContain('the signer does not answer');
    await expect(opened?.signer.depositXpub('ethereum')).rejects.toThrow('cannot be reached');
    symlinkSync(signer.socket, socket);
    await expect(opened?.signer.depositXpub('ethereum')).rejects.toThrow('differs from the one in CHAIN_XPUBS');
  });
});

test('secrets of addresses reach neither the log nor an error, even if a node repeats them', async () => {
  const node = `http://ada:s3cret-word@127.0.0.1:${port}/v3/s3cret-path?key=s3cret-query`;
  answers = (_method, { headers, url }) => new Error(`${url ?? ''} ${headers.authorization ?? ''} s3cret-word`);
  const errors: unknown[] = [];
  for (const code of ['ethereum', 'litecoin'])
    for (const address of [node, node.replace(String(port), '1')]) {
      const { chains } = await open({ code, node: address, secondNode: address });
      for (const adapter of [chains[0]?.adapter, chains[0]?.second])
        await adapter?.broadcast('0x01').catch((error: unknown) => errors.push(error));
      await opened?.close();
    }
  const log = openLog('info', { write: (line: string) => void logged.push(line) });
  for (const error of errors) log.error({ err: error }, 'failed');
  expect(errors).toHaveLength(8);
  expect(logged.join('\n')).not.toMatch(/s3cret|YWRhOn/);
});
