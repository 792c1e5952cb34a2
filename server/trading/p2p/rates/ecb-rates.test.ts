import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentOf, RateServer } from '../testing/rate-server.ts';
import { readReferenceRates } from './ecb-document.ts';
import { EcbRates } from './ecb-rates.ts';

const day = '2026-11-27';
/** The rates of a day, in the form and with the currencies that the bank publishes. */
const published = {
  USD: '1.1581',
  JPY: '180.91',
  CZK: '24.162',
  DKK: '7.4688',
  GBP: '0.87663',
  HUF: '381.60',
  TRY: '49.1742',
  BRL: '6.1863',
  CNY: '8.1948',
  INR: '103.5075',
  KRW: '1696.68',
};

describe('the document of reference rates', () => {
  test('gives the units of each currency for a dollar, rounded to the nearest 10^-8', () => {
    const read = readReferenceRates(documentOf(day, published));
    if ('problem' in read) throw new Error(read.problem);
    expect([read.day, read.dayMs]).toEqual([day, Date.UTC(2026, 10, 27)]);
    expect([...read.rates].filter(([fiat]) => ['USD', 'EUR', 'CNY', 'GBP', 'KRW'].includes(fiat))).toEqual([
      ['EUR', 86_348_329n],
      ['USD', 100_000_000n],
      ['GBP', 75_695_536n],
      ['CNY', 707_607_288n],
      ['KRW', 146_505_483_119n],
    ]);
    expect([read.rates.size, read.rates.get('VND')]).toEqual([12, undefined]);
  });

  test('may have either kind of quotes', () => {
    expect(readReferenceRates(documentOf(day, published).replaceAll("'", '"'))).toEqual(
      readReferenceRates(documentOf(day, published)),
    );
  });

  test.each([
    ['', 'it does not have exactly one day'],
    ['<html>Not found</html>', 'it does not have exactly one day'],
    [documentOf(day, published) + documentOf('2026-11-26', published), 'it does not have exactly one day'],
    [documentOf('2026-13-45', published), 'its day is not a date'],
    [documentOf('27.11.2026', published), 'its day is not a date'],
    [documentOf(day, {}), 'it has no rate of the dollar'],
    [documentOf(day, { CNY: '8.19' }), 'it has no rate of the dollar'],
    [documentOf(day, { ...published, EUR: '1' }), 'a currency occurs twice'],
    [documentOf(day, published).replace("'JPY'", "'USD'"), 'a currency occurs twice'],
    [documentOf(day, published).replace("rate='8.1948'", ''), 'a rate is not a positive decimal'],
    [documentOf(day, published).replace("'CNY'", "'cny'"), 'a rate is not a positive decimal'],
  ])('is refused as a whole when a part is wrong (%#: %s)', (text, problem) => {
    expect(readReferenceRates(text)).toEqual({ problem });
  });

  test.each(['-8.19', '0', '0.000000000', '', 'NaN', '1e3', '8,19', '8.19 ', '+8.19', '10000001', '0x10'])(
    'is refused with a rate of "%s"',
    (rate) => {
      const problem = 'a rate is not a positive decimal';
      expect(readReferenceRates(documentOf(day, { ...published, CNY: rate }))).toEqual({ problem });
    },
  );

  test('is read in a time that grows with its length alone', () => {
    // One that grows with the square takes minutes.
    for (const part of ['<Cube ', '<Cube time=', "<Cube time='", '<Cube rate=', "<Cube currency='", '<Cube\n\n\n'])
      expect(readReferenceRates(part.repeat(64 * 1024))).toHaveProperty('problem');
  });
});

describe('the source of reference rates', () => {
  let server: RateServer;
  let nowMs: number;
  let source: EcbRates;

  beforeAll(async () => {
    server = await RateServer.open();
  });

  afterAll(async () => {
    await server.close();
  });

  beforeEach(() => {
    nowMs = Date.UTC(2026, 10, 28, 12);
    source = new EcbRates({ url: server.url, now: () => nowMs });
    server.serve(documentOf(day, published));
  });

  const read = async () => source.read(new AbortController().signal);

  test('reports the rates as of the time of the reading', async () => {
    expect(await read()).toContainEqual({ fiat: 'CNY', rate: 707_607_288n, atMs: nowMs });
    nowMs += 180_000;
    expect(await read()).toContainEqual({ fiat: 'CNY', rate: 707_607_288n, atMs: nowMs });
  });

  test.each([
    [{ etag: '"a1"' }, 'if-none-match', '"a1"'],
    [{ 'last-modified': 'Fri, 27 Nov 2026 14:56:12 GMT' }, 'if-modified-since', 'Fri, 27 Nov 2026 14:56:12 GMT'],
  ])('asks for the document again only if it has changed (%o)', async (headers, name, value) => {
    server.serve(documentOf(day, published), headers);
    const first = await read();
    let asked: unknown;
    server.answer = (request, response) => {
      asked = request.headers[name];
      response.writeHead(304).end();
    };
    expect(await read()).toEqual(first);
    expect(asked).toBe(value);
    nowMs = Date.UTC(2026, 10, 30, 16);
    server.serve(documentOf('2026-11-30', { ...published, CNY: '8.2' }));
    expect(await read()).toContainEqual({ fiat: 'CNY', rate: 708_056_299n, atMs: nowMs });
  });

  test('reports nothing of a day that is too long ago, nor of a future one', async () => {
    nowMs = Date.UTC(2026, 11, 3);
    expect(await read()).toHaveLength(12);
    nowMs += 1;
    await expect(read()).rejects.toThrow('The newest reference rates of fiat currencies are of 2026-11-27.');
    nowMs = Date.UTC(2026, 10, 26) - 1;
    await expect(read()).rejects.toThrow('of a future day: 2026-11-27');
  });

  test('reports nothing of an answer that is no document', async () => {
    server.serve('<html></html>');
    await expect(read()).rejects.toThrow('it does not have exactly one day');
    server.serve(documentOf(day, { ...published, JPY: '-180.91' }));
    await expect(read()).rejects.toThrow('a rate is not a positive decimal');
    server.serve(documentOf(day, published) + ' '.repeat(64 * 1024));
    await expect(read()).rejects.toThrow('The document of fiat rates is too large.');
    server.answer = (_request, response) => {
      response.writeHead(500).end(documentOf(day, published));
    };
    await expect(read()).rejects.toThrow('The source of fiat rates answered 500.');
    // Nothing was read before, so nothing can be unchanged.
    server.answer = (_request, response) => {
      response.writeHead(304).end();
    };
    await expect(read()).rejects.toThrow('The source of fiat rates answered 304.');
  });

  test('follows no redirect and waits for no slow answer', async () => {
    server.answer = (_request, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    };
    const before = server.requests;
    await expect(read()).rejects.toThrow('The source of fiat rates cannot be reached.');
    expect(server.requests).toBe(before + 1);
    const impatient = new EcbRates({ url: server.url, now: () => nowMs, timeoutMs: 200 });
    const readOnce = async () => impatient.read(new AbortController().signal);
    server.answer = () => undefined;
    await expect(readOnce()).rejects.toThrow('The source of fiat rates cannot be reached.');
    // The limit counts for the content too.
    server.answer = (_request, response) => {
      response.writeHead(200).write(documentOf(day, published));
    };
    await expect(readOnce()).rejects.toThrow('The source of fiat rates cannot be reached.');
  });

  test('ends a reading when its work is stopped', async () => {
    const patient = new EcbRates({ url: server.url, now: () => nowMs });
    const stopping = new AbortController();
    server.answer = () => stopping.abort();
    await expect(patient.read(stopping.signal)).rejects.toThrow('The source of fiat rates cannot be reached.');
  });
});
