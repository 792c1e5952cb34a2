import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const root = HDKey.fromMasterSeed(Buffer.alloc(32, 7));
const xpub = root.publicExtendedKey;
const live = {
  MODE: 'live',
  DATABASE_URL: 'bundled',
  PUBLIC_URL: 'https://bourse.example',
  SMTP_URL: 'smtps://bourse:Zq81-long-and-secret@mail.internal:465',
  MAIL_FROM: 'Bourse <no-reply@bourse.example>',
  CONSOLE_LISTEN: 'off',
};
const chains = {
  CHAIN_NODES: 'ethereum=https://nodes.example/v3/s3cret-key bitcoin=http://rpc:s3cret-word@127.0.0.1:8332',
  CHAIN_XPUBS: `ethereum=${xpub},\n bitcoin=${xpub}`,
  CHAIN_SECOND_NODES: 'ethereum=https://ada:s3cret-word@other.example/?key=s3cret-key',
  SIGNER_SOCKET: '/run/signer/socket',
};

/** The sentences that refuse the settings. */
function refused(changes: Readonly<Record<string, string>>): string {
  try {
    readConfig({ ...live, ...chains, ...changes });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

test('a live exchange follows the chains of its nodes', () => {
  expect(readConfig({ ...live, ...chains }).chains).toEqual({
    signerSocket: '/run/signer/socket',
    followed: [
      {
        code: 'ethereum',
        node: 'https://nodes.example/v3/s3cret-key',
        xpub,
        secondNode: 'https://ada:s3cret-word@other.example/?key=s3cret-key',
      },
      { code: 'bitcoin', node: 'http://rpc:s3cret-word@127.0.0.1:8332', secondNode: null, xpub },
    ],
  });
  expect(readConfig(live).chains).toBeNull();
});

const eth = 'ethereum=https://nodes.example/s3cret-key';

test.each([
  [
    { CHAIN_NODES: `${eth} solana=https://a.example/s3cret-key` },
    'CHAIN_NODES names solana, but only ethereum, bitcoin and litecoin can be followed.',
  ],
  [{ CHAIN_NODES: `${eth} demo=https://a.example` }, 'CHAIN_NODES names demo, but only'],
  [{ CHAIN_NODES: `${eth} tron=https://a.example` }, 'CHAIN_NODES names tron, but only'],
  [{ CHAIN_NODES: `${eth} ${eth}` }, 'CHAIN_NODES names ethereum twice.'],
  [{ CHAIN_NODES: 'https://nodes.example/s3cret-key' }, 'CHAIN_NODES is not a list like'],
  [{ CHAIN_NODES: 'ethereum=wss://nodes.example/s3cret-key' }, 'CHAIN_NODES is not a list like'],
  [{ CHAIN_NODES: 'ethereum=https://s3cret-key:@' }, 'CHAIN_NODES is not a list like'],
  [{ CHAIN_NODES: 'ethereum=https://ada:%zz@nodes.example' }, 'CHAIN_NODES is not a list like'],
  [
    { CHAIN_NODES: 'ethereum=http://s3cret-key@10.0.0.7:8545', CHAIN_XPUBS: `ethereum=${xpub}` },
    'CHAIN_NODES has an http address for ethereum: others on the network could read its key and change answers.',
  ],
  [
    { CHAIN_SECOND_NODES: 'ethereum=http://127.0.0.1.s3cret-key.example' },
    'CHAIN_SECOND_NODES has an http address for ethereum',
  ],
  [
    { CHAIN_SECOND_NODES: 'ethereum=https://nodes.example/another-s3cret-key' },
    'CHAIN_SECOND_NODES names the node of CHAIN_NODES for ethereum; it must be one of another operator.',
  ],
  [
    { CHAIN_SECOND_NODES: 'litecoin=https://a.example' },
    'CHAIN_SECOND_NODES names litecoin, which has no node in CHAIN_NODES.',
  ],
  [{ CHAIN_NODES: '' }, 'CHAIN_XPUBS names ethereum, which has no node in CHAIN_NODES.'],
  [{ CHAIN_XPUBS: `ethereum=${xpub}` }, 'CHAIN_XPUBS has no key for bitcoin, which CHAIN_NODES follows.'],
  [{ CHAIN_XPUBS: `ethereum=${root.privateExtendedKey}` }, 'CHAIN_XPUBS is not a list like'],
  [{ CHAIN_XPUBS: `ethereum=${xpub.slice(0, -1)}x` }, 'CHAIN_XPUBS is not a list like'],
  [{ SIGNER_SOCKET: '' }, 'CHAIN_NODES needs SIGNER_SOCKET, the path of the socket of the signer.'],
  [{ SIGNER_SOCKET: `/${'x'.repeat(103)}` }, 'SIGNER_SOCKET is "/xxx'],
  [
    { MODE: 'demo' },
    'CHAIN_NODES, CHAIN_SECOND_NODES, CHAIN_XPUBS and SIGNER_SOCKET need MODE=live: a demo has a chain of its own.',
  ],
])('%j is refused without its secrets', (changes, sentence) => {
  const message = refused(changes);
  expect(message).toContain(sentence);
  expect(message).not.toMatch(/s3cret|xpub66|xprv/);
});
