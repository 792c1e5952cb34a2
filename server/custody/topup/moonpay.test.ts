import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { currencyId } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrencyProtocol } from '../chains/index.ts';
import type { Currency } from '../../ground/feed/index.ts';
import { MoonPay } from './moonpay.ts';
import { ProviderUnavailable } from './on-ramp.ts';

const keys = { publishable: 'pk_test_abcdefgh', secret: 'sk_test_abcdefgh', webhook: 'wk_test_abcdefghijkl' };
const eth = { id: currencyId(2), code: 'ETH', decimals: 8 } as Currency;
const protocol = { id: 2, chain: 1, currency: currencyId(2) } as CurrencyProtocol;
const bought = { cents: 10_000, currency: eth, protocol };

/** An answer of MoonPay's interface to a quote, as documented, shortened. */
const quoted = {
  baseCurrencyCode: 'usd',
  baseCurrencyAmount: 95.12,
  quoteCurrencyAmount: 0.02531237,
  quoteCurrencyPrice: 3757.87,
  feeAmount: 3.99,
  extraFeeAmount: 0,
  networkFeeAmount: 0.89,
  totalAmount: 100,
  quoteCurrencyCode: 'eth',
};

let server: Server;
let moonPay: MoonPay;
let answer: { status: number; body: string };
let asked: URL | null = null;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked = new URL(request.url ?? '', 'http://moonpay.example');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', () => listening());
  });
  const { port } = server.address() as AddressInfo;
  moonPay = new MoonPay({ ...keys, api: `http://127.0.0.1:${port}`, codeOf: ({ code }) => code.toLowerCase() });
});

beforeEach(() => {
  answer = { status: 200, body: JSON.stringify(quoted) };
});

afterAll(async () => {
  await new Promise((closed) => {
    server.close(closed);
  });
});

describe('a quote of MoonPay', () => {
  test('has the coins and the fees', async () => {
    answer.body = JSON.stringify({ ...quoted, extraFeeAmount: 0.5 });
    expect(await moonPay.quote(bought)).toEqual({ units: 2_531_237, feeCents: 538 });
    expect(asked?.pathname).toBe('/v3/currencies/eth/buy_quote');
    expect(asked?.searchParams.get('baseCurrencyAmount')).toBe('100');
    expect(asked?.searchParams.get('apiKey')).toBe(keys.publishable);
  });

  test.each([
    [500, '{}'],
    [200, 'no JSON'],
    [200, '{"quoteCurrencyAmount":"1"}'],
    [200, JSON.stringify({ ...quoted, quoteCurrencyAmount: -1 })],
    [200, JSON.stringify({ ...quoted, totalAmount: 104.88 })],
    [200, `"${'x'.repeat(70_000)}"`],
  ])('is unavailable after an answer %d %.30s', async (status, body) => {
    answer = { status, body };
    await expect(moonPay.quote(bought)).rejects.toThrow(ProviderUnavailable);
  });
});

test.each([
  ['ETH', 2, true],
  ['USDT', 2, true],
  ['BTC', 3, true],
  ['USDT', 1, false],
  ['BTC', 2, false],
  ['XRP', 2, false],
])('MoonPay sells %s on the chain %d: %s', (code, chain, sells) => {
  const named = { ...eth, code } as Currency;
  expect(new MoonPay(keys).sells(named, { ...protocol, chain })).toBe(sells);
});

describe('the page of MoonPay', () => {
  test('has a signed address with the address of the order, and is of the sandbox for keys of it', async () => {
    const order = { ...bought, id: 12, address: '0x9b1f7F645351AF3631a656421eD2e40f2802E6c0', expiresAtMs: 0 };
    const url = new URL(await moonPay.open(order));
    expect(url.origin).toBe('https://buy-sandbox.moonpay.com');
    expect(url.searchParams.get('walletAddress')).toBe(order.address);
    expect(url.searchParams.get('externalTransactionId')).toBe('bourse-12');
    const [query = ''] = url.search.split('&signature=');
    const signature = createHmac('sha256', keys.secret).update(query).digest('base64');
    expect(url.searchParams.get('signature')).toBe(signature);
    const live = new MoonPay({ ...keys, publishable: 'pk_live_abcdefgh', codeOf: () => 'eth' });
    expect(new URL(await live.open(order)).origin).toBe('https://buy.moonpay.com');
  });
});

describe('a report of MoonPay', () => {
  const nowMs = 1_767_268_800_000;

  /** A report as documented, shortened. */
  function reportOf(changes: object = {}): Buffer {
    const data = {
      id: '354b1f46-480c-4307-9896-f4c81c1e1e17',
      status: 'completed',
      walletAddress: '0x9b1f7F645351AF3631a656421eD2e40f2802E6c0',
      cryptoTransactionId: '0xab',
      failureReason: null,
      externalTransactionId: 'bourse-12',
      baseCurrencyAmount: 95.12,
      quoteCurrencyAmount: 0.02531237,
      ...changes,
    };
    return Buffer.from(JSON.stringify({ type: 'transaction_updated', data, externalCustomerId: null }));
  }

  function read(body: Buffer, atMs = nowMs, key = keys.webhook) {
    const seconds = Math.floor(atMs / 1_000);
    const signature = createHmac('sha256', key).update(`${seconds}.`).update(body).digest('hex');
    return moonPay.read({ 'moonpay-signature-v2': `t=${seconds},s=${signature}` }, body, nowMs);
  }

  test('names the order and its state, and is the same report when it comes again', () => {
    const first = read(reportOf());
    expect(first).toMatchObject({ order: 12, status: 'paid' });
    expect(read(reportOf({ updatedAt: 'later' }))).toEqual(first);
    expect(read(reportOf({ status: 'failed', failureReason: 'rejected' }))).toMatchObject({ status: 'declined' });
  });

  test.each([
    [{ status: 'pending' }],
    [{ status: 'waitingPayment' }],
    [{ externalTransactionId: null }],
    [{ externalTransactionId: 'other-12' }],
    [{ externalTransactionId: 'bourse-0' }],
    [{ externalTransactionId: 'bourse-12345678901234567890' }],
    [{ id: 7 }],
  ])('says nothing about an order with %j', (changes) => {
    expect(read(reportOf(changes))).toBe('ignored');
    expect(read(Buffer.from('no JSON'))).toBe('ignored');
  });

  test('is forged with another key, another body, or a time far from now', () => {
    expect(read(reportOf(), nowMs, 'another key')).toBe('forged');
    expect(read(reportOf(), nowMs - 5 * 60_000 - 1_000)).toBe('forged');
    expect(read(reportOf(), nowMs + 5 * 60_000 + 1_000)).toBe('forged');
    expect(moonPay.read({}, reportOf(), nowMs)).toBe('forged');
    expect(moonPay.read({ 'moonpay-signature-v2': 't=1,s=zz' }, reportOf(), nowMs)).toBe('forged');
  });
});
