import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buyList, header, historyList, sellList, siteConfig } from '@bourse/contract';
import { Client } from '@bourse/e2e/client';
import { Venue } from '@bourse/e2e/venue';
import { httpLoad, type LoadRequest, type LoadResult } from './http-load.ts';
import { numberArgument, report, type Row } from './table.ts';

/**
 * Durable orders per second through real HTTP, with sessions, holds and the whole ledger, beside a bare validated Fastify POST in the same run. Every answer counted is an order that is
 * committed; afterwards the exchange is asked how many orders it knows, and the run fails when that is not the number that it acknowledged.
 */
const args = process.argv.slice(2);
const seconds = numberArgument(args, 'seconds', 15);
const connections = numberArgument(args, 'connections', 64);

const bare = await runBare();
const rows: Row[] = [
  row('bare Fastify POST', 'answers', bare.answers / bare.seconds, '1/s', null),
  row('bare Fastify POST', 'p99', bare.latency.p99, 'ms', null),
];
for (const { name, stream } of [
  { name: 'orders, 20 % cross', stream: restingAndCrossing },
  { name: 'orders, each trades', stream: eachTrades },
]) {
  const { load, trades } = await runExchange(stream);
  const tenths = load.tenths;
  rows.push(
    row(name, 'durable orders', load.answers / load.seconds, '1/s', bare.answers / bare.seconds),
    row(name, 'p50', load.latency.p50, 'ms', bare.latency.p50),
    row(name, 'p99', load.latency.p99, 'ms', bare.latency.p99),
    row(name, 'orders', load.answers, 'orders', null),
    row(name, 'filled orders an order', trades / load.answers, '', null),
    row(name, 'last tenth over first', (tenths.at(-1) ?? 0) / (tenths[0] ?? 1), '', null),
  );
}
report(rows, args);

function row(name: string, metric: string, value: number, unit: string, peer: number | null): Row {
  return {
    name,
    metric,
    value,
    unit,
    peer: peer === null ? null : 'bare Fastify POST',
    ratio: peer === null ? null : value / peer,
  };
}

/** Four small orders that rest, then one that takes four: one in five crosses, and the book stays as deep as it is. */
function restingAndCrossing(connection: number, n: number): { side: 'buy' | 'sell'; price: number; lots: number } {
  const buyer = connection % 2 === 0;
  const crossing = n % 5 === 4;
  const side = buyer === crossing ? 'sell' : 'buy';
  return {
    side,
    price: side === 'buy' ? (crossing ? 20_100 : 20_000 - (n % 5)) : crossing ? 19_900 : 20_001 + (n % 5),
    lots: crossing ? 4 : 1,
  };
}

/** Half of the people buy one lot and half sell one lot at the same price, changing sides now and then so that nobody runs out. */
function eachTrades(connection: number, n: number): { side: 'buy' | 'sell'; price: number; lots: number } {
  return { side: (connection + Math.floor(n / 50)) % 2 === 0 ? 'buy' : 'sell', price: 20_000, lots: 1 };
}

async function runExchange(stream: typeof eachTrades): Promise<{ load: LoadResult; trades: number }> {
  const venue = await Venue.open({ simulator: false });
  try {
    const config = await new Client(venue.url).call(siteConfig, {});
    const people: Client[] = [];
    for (let n = 0; n < connections; n++) {
      const client = new Client(venue.url);
      await client.join(`bench${n}@example.org`, config.default_invite_code);
      people.push(client);
    }
    const headers = people.map((client) => `${header.session}: ${client.token}\r\n`);
    const next = (connection: number, n: number): LoadRequest => {
      const { side, price, lots } = stream(connection, n);
      return {
        path: side === 'buy' ? '/api/tx_in/add' : '/api/tx_out/add',
        headers: headers[connection] ?? '',
        body: `{"currency_match_id":1,"number":"${(lots * 0.001).toFixed(3)}","price":"${price}"}`,
      };
    };
    const load = await httpLoad(Number(new URL(venue.url).port), connections, seconds, next);
    let known = 0;
    let trades = 0;
    for (const client of people) {
      for (const list of [buyList, sellList, historyList]) known += (await client.call(list, { limit: 1 })).total;
      trades += (await client.call(historyList, { limit: 1 })).total;
    }
    const accepted = load.codes.get('1') ?? 0;
    if (accepted !== load.answers || known !== accepted) {
      throw new Error(
        `${load.answers} answers, codes ${JSON.stringify([...load.codes])}, but the exchange knows ${known} orders`,
      );
    }
    return { load, trades };
  } finally {
    await venue.close();
  }
}

async function runBare(): Promise<LoadResult> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-fastify.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', () => reject(new Error('The bare server did not start')));
    });
    const body = '{"currency_match_id":1,"number":"0.001","price":"20000"}';
    return await httpLoad(Number(new URL(address).port), connections, seconds, () => ({
      path: '/api/tx_in/add',
      headers: '',
      body,
    }));
  } finally {
    child.kill('SIGTERM');
  }
}
