import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressedFrom, encodingFor } from './compression.ts';
import { RunningVenue } from '../../testing/running-venue.ts';

describe('the encoding of a long answer', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5, br;q=0', 'gzip'],
    ['br;q=0.000, gzip; q=0.0', null],
    ['deflate, identity', null],
    ['', null],
    [undefined, null],
    ['sobriety', null],
  ])('for a client that accepts %j is %j', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding);
  });
});

describe('an answer', () => {
  let venue: RunningVenue;
  beforeAll(async () => {
    venue = await RunningVenue.open();
  });
  afterAll(async () => {
    await venue.close();
  });

  /** An answer as received, before decompression. */
  const ask = async (method: string, path: string, accepted: string | undefined, body = '') =>
    new Promise<{ headers: Readonly<Record<string, string | string[] | undefined>>; bytes: Buffer }>(
      (resolve, reject) => {
        const headers = {
          'content-type': 'application/json',
          ...(accepted === undefined ? {} : { 'accept-encoding': accepted }),
        };
        const sent = request(`${venue.url}/api/${path}`, { method, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }));
        });
        sent.on('error', reject);
        sent.end(body);
      },
    );

  const dataIn = (bytes: Buffer): unknown => {
    const { data } = JSON.parse(bytes.toString()) as { readonly data: unknown };
    return data;
  };

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is the same after decoding from %s, which makes it a fifth as long', async (encoding, open) => {
    const plain = await ask('GET', 'market/currency_matches', undefined);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toBe('accept-encoding');
    expect(plain.bytes.length).toBeGreaterThan(compressedFrom);
    const small = await ask('GET', 'market/currency_matches', encoding);
    expect(small.headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'accept-encoding',
      'content-length': String(small.bytes.length),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(dataIn(open(small.bytes))).toEqual(dataIn(plain.bytes));
  });

  test('is not compressed if it is short or answers a POST', async () => {
    const short = await ask('GET', 'default/setting?key=contact_email', 'br, gzip');
    expect(short.headers['content-encoding']).toBeUndefined();
    const login = await ask('POST', 'user/login', 'br, gzip', '{"account":1}');
    expect(login.headers['content-encoding']).toBeUndefined();
    expect(login.headers['vary']).toBeUndefined();
  });
});
