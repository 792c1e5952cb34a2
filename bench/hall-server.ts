import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { conforms } from '@bourse/contract';
import { Venue } from '@bourse/e2e/venue';
import {
  type DatabaseSettings,
  openCoreConnection,
  openIdentityPool,
  startBundledPostgres,
} from '@bourse/server/database';
import { Type } from 'typebox';
import { readCpuTime } from './cpu-time.ts';

const adsOfMerchant = 10;
const pageSize = 20;
const [coin, fiat] = [3, 'CNY'];

/** The owners and prices of ads; prices repeat. */
function adRows(ads: number): string {
  const merchants = Math.ceil(ads / adsOfMerchant);
  return `select n, 3000001 + n % ${merchants} as user_id, 100 + n % 1000 as basis_points
    from generate_series(1, ${ads}) n`;
}

const ListedAds = Type.Object({
  code: Type.Literal(1),
  data: Type.Object({ total: Type.Integer(), data: Type.Array(Type.Unknown()) }),
});

/** Measured values with their units. */
export type Figures = Readonly<Record<string, readonly [value: number, unit: string]>>;

/** A server with this many ads, which all have the coin and the fiat currency of the list. */
export class HallServer {
  readonly #venue: Venue;
  readonly #database: DatabaseSettings;
  readonly #stop: () => Promise<unknown>;
  readonly #ads: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #began = { cpu: 0, calls: 0 };
  #calls = 0;

  private constructor(venue: Venue, database: DatabaseSettings, stop: () => Promise<unknown>, ads: number) {
    this.#venue = venue;
    this.#database = database;
    this.#stop = stop;
    this.#ads = ads;
  }

  static async open(ads: number): Promise<HallServer> {
    const venue = await Venue.open({ simulator: false });
    await venue.whenReady();
    // PostgreSQL runs already; this only looks up its address.
    const bundled = venue.databaseUrl === null ? await startBundledPostgres({ dataFolder: venue.dataDir }) : null;
    const settings = bundled?.settings ?? { url: venue.databaseUrl ?? '' };
    const hall = new HallServer(venue, settings, async () => bundled?.stop(), ads);
    await hall.#fill();
    return hall;
  }

  get #merchants(): number {
    return Math.ceil(this.#ads / adsOfMerchant);
  }

  /** The merchants and ads as a server stores them. The server reads them within a minute. */
  async #fill(): Promise<void> {
    const pool = openIdentityPool(this.#database);
    await pool.query(
      `insert into users (id, email, email_key, mobile, password_hash, invite_code, created_at)
       select 3000000 + n, '', null, '', '', 'MANY' || n, 1 from generate_series(1, $1) n`,
      [this.#merchants],
    );
    await pool.query(
      `insert into merchants (user_id, name, method_id, application, state, applied_at, changed_at)
       select 3000000 + n, 'Many ' || n, 1, '', 'approved', 1, 1 from generate_series(1, $1) n`,
      [this.#merchants],
    );
    await pool.query(
      `insert into ads (user_id, side, currency_id, fiat, basis_points, min_fiat, max_fiat, total, methods,
         pay_minutes, auto_open, auto_reply, terms, need_orders, need_days, stage, state, created_at, changed_at)
       select user_id, 'sell', ${coin}, '${fiat}', basis_points, 10000, 500000, 1000000000, array[1::bigint],
         15, true, '', '', 0, 0, 'live', 'open', 1, 1 from (${adRows(this.#ads)}) of`,
    );
    await pool.end();
    while ((await this.page()) < this.#ads) await pause(500);
  }

  /** Reads the first page; returns the number of all ads. */
  async page(): Promise<number> {
    this.#calls += 1;
    const query = `currency_id=${coin}&fiat=${fiat}&side=buy&limit=${pageSize}`;
    const answer: unknown = JSON.parse(await this.#read(`/api/legal/list?${query}`));
    if (!conforms(ListedAds, answer)) throw new Error(`The list was refused: ${JSON.stringify(answer)}`);
    const { data, total } = answer.data;
    if (total >= this.#ads && data.length !== pageSize) throw new Error(`A page has ${data.length} ads.`);
    return total;
  }

  async #read(path: string): Promise<string> {
    const answer = Promise.withResolvers<string>();
    get(`${this.#venue.url}${path}`, { agent: this.#agent }, (response) => {
      response
        .setEncoding('utf8')
        .toArray()
        .then((parts: string[]) => answer.resolve(parts.join('')), answer.reject);
    }).once('error', answer.reject);
    return answer.promise;
  }

  /** A query for the same page and total over the same rows, with an index that has their order. */
  async pageQuery(): Promise<{ readonly page: () => Promise<number>; readonly end: () => Promise<void> }> {
    const client = await openCoreConnection(this.#database);
    await client.query(
      `create table hall_ads as select n as id, user_id, 'sell' as side, ${coin} as currency_id, '${fiat}' as fiat,
         basis_points, 10000::bigint as min_fiat, 500000::bigint as max_fiat, 1000000000::bigint as total,
         array[1::bigint] as methods, 15 as pay_minutes, '' as terms, 'open' as state
       from (${adRows(this.#ads)}) of`,
    );
    await client.query(
      `create table hall_merchants as select distinct user_id, 'Many ' || user_id as name, 'approved' as state
       from hall_ads`,
    );
    await client.query('create unique index on hall_merchants (user_id)');
    await client.query('create index on hall_ads (side, currency_id, fiat, state, basis_points, id)');
    await client.query('analyze hall_ads, hall_merchants');
    const which = `side = 'sell' and currency_id = ${coin} and fiat = '${fiat}' and a.state = 'open'`;
    const from = `from hall_ads a join hall_merchants m using (user_id) where ${which} and m.state = 'approved'`;
    const text = `select *, (select count(*) ${from}) as count ${from} order by basis_points, id limit ${pageSize}`;
    return {
      page: async () => {
        const { rowCount } = await client.query({ name: 'page', text });
        if (rowCount !== pageSize) throw new Error(`The query found ${rowCount} ads.`);
        return rowCount;
      },
      end: () => client.end(),
    };
  }

  async begin(): Promise<void> {
    await this.#lag();
    this.#began = { cpu: this.#cpu(), calls: this.#calls };
  }

  /** The figures of the server since `begin`. */
  async end(): Promise<Figures> {
    const cpu = (this.#cpu() - this.#began.cpu) / (this.#calls - this.#began.calls);
    return { 'main thread per page': [cpu, 'µs'], 'longest stall': [await this.#lag(), 'ms'] };
  }

  #cpu(): number {
    const { server, postgres } = this.#venue.processes;
    return server === null ? Number.NaN : (readCpuTime(server, postgres ?? server)?.mainThread ?? Number.NaN);
  }

  /** The longest stall of the event loop since the last call, in milliseconds. */
  async #lag(): Promise<number> {
    const metrics = await this.#read('/metrics');
    return 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1] ?? Number.NaN);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.#stop();
    await this.#venue.close();
  }
}
