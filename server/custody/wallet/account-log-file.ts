import type { CallInput, RefusalOf } from '@bourse/contract';
import { type accountLogExport, accountLogFile } from '@bourse/contract/wallet';
import type { UserId } from '@bourse/engine';
import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { accountTypeOf, type Currency, type Views, wideText } from '../../ground/feed/index.ts';
import { type Answer, csvLine, done, type Member, refused, type TextFile } from '../../ground/gateway/index.ts';
import { timesIn } from '../../trading/spot/index.ts';
import { say } from '../../ground/texts/index.ts';
import { accountLogQuery, accountLogRowOnWire, type LogFilter, type StoredLogRow } from './account-log.ts';
import type { With } from '../../ground/parts.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const rowsAtOnce = 1_000;
/** The age up to which the price of the last trade counts as that of a minute. */
const priceForMs = dayMs;

interface FileParts extends With<'db'> {
  readonly views: Pick<Views, 'listings'>;
}

/** The changes of a user's accounts as CSV files. Each user can run one export at a time. */
export class AccountLogFiles {
  readonly #parts: FileParts;
  readonly #running = new Set<UserId>();

  constructor(parts: FileParts) {
    this.#parts = parts;
  }

  async file(
    input: CallInput<typeof accountLogExport>,
    { language, user }: Member,
  ): Promise<Answer<TextFile, RefusalOf<typeof accountLogExport>>> {
    const { db, views } = this.#parts;
    const [fromMs, toMs] = [Number(input.from) * 1_000, Number(input.to) * 1_000];
    if (toMs <= fromMs || toMs - fromMs > accountLogFile.days * dayMs)
      return refused('invalid_request', { field: 'to', problem: 'range' });
    const time = timesIn(input.time_zone ?? 'UTC');
    if (time === null) return refused('invalid_request', { field: 'time_zone', problem: 'enum' });
    const currency = input.currency_id === undefined ? null : Number(input.currency_id);
    if (currency !== null && views.listings.findCurrency(currency) === undefined) return refused('currency_unknown');
    if (this.#running.has(user)) return refused('export_running');
    this.#running.add(user);
    const ended = (): void => void this.#running.delete(user);
    const account = accountTypeOf(input.account);
    const filter = { user, account, currency, cause: input.cause ?? null, fromMs, toMs };
    try {
      if (await isTooLong(db, filter)) {
        ended();
        return refused('export_too_long', { maximum: accountLogFile.rows });
      }
    } catch (error) {
      ended();
      throw error;
    }
    const advice = say(language, 'accountLog.noTaxAdvice');
    return done({ name: `${input.account}.csv`, pieces: this.#lines(input.account, filter, time, advice), ended });
  }

  async *#lines(
    account: string,
    filter: LogFilter,
    time: (timeMs: number) => string,
    advice: string,
  ): AsyncGenerator<string> {
    const { db, views } = this.#parts;
    yield csvLine(['id', 'time', 'account', 'currency', 'amount', 'fee', 'cause', 'cause_id', 'worth_usd']);
    for await (const rows of chunks(db, filter)) {
      const worth = await worthsOf(this.#parts, rows);
      const lines = rows.map((row) => {
        const {
          amount,
          cause,
          cause_id: causeId,
          currency_code: code,
          fee,
          id,
          time: timeMs,
        } = accountLogRowOnWire(row, views);
        const at = timeMs === null ? '' : time(timeMs);
        return csvLine([id, at, account, code, amount, fee, cause, causeId, worth(row)]);
      });
      yield lines.join('');
    }
    yield csvLine([advice]);
  }
}

async function isTooLong(db: Kysely<Schema>, filter: LogFilter): Promise<boolean> {
  const beyond = await accountLogQuery(db, filter).select('sequence').offset(accountLogFile.rows).limit(1).execute();
  return beyond.length > 0;
}

/** The rows of a file, oldest first. Rows that are written meanwhile are not in it, because the range is complete. */
async function* chunks(db: Kysely<Schema>, filter: LogFilter): AsyncGenerator<StoredLogRow[]> {
  let last: StoredLogRow | undefined;
  for (let left: number = accountLogFile.rows; left > 0; left -= rowsAtOnce) {
    let query = accountLogQuery(db, filter).selectAll();
    if (last !== undefined)
      query = query.where(sql<boolean>`(sequence, leg) > (${last.sequence}::bigint, ${last.leg}::integer)`);
    const rows = await query.orderBy('sequence').orderBy('leg').limit(rowsAtOnce).execute();
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < rowsAtOnce) return;
  }
}

/**
 * The dollar value of each row at its minute, truncated to cents: at the price of the last trade against USDT, at most
 * a day old. Empty if there is none.
 */
async function worthsOf(
  { db, views }: FileParts,
  rows: readonly StoredLogRow[],
): Promise<(row: StoredLogRow) => string> {
  const prices = new Map<string, number>();
  const { listings } = views;
  const marketOf = (currency: Currency) => listings.marketBySymbol(`${currency.code}/USDT`);
  for (const [id, own] of Map.groupBy(rows, (row) => row.currency_id)) {
    const currency = listings.findCurrency(id);
    const market = currency === undefined ? undefined : marketOf(currency);
    if (market === undefined) continue;
    const minutes = [...new Set(own.flatMap(({ time_ms: at }) => (at === null ? [] : [minuteOf(at)])))];
    const found = await sql<{ minute: string; close: string }>`
      select m.minute, c.close from unnest(${minutes}::bigint[]) m (minute)
      cross join lateral (
        select close from candles
        where market_id = ${market.id} and open_time <= m.minute and open_time > m.minute - ${priceForMs}::bigint
        order by open_time desc limit 1
      ) c`.execute(db);
    for (const { close, minute } of found.rows) prices.set(`${id} ${minute}`, safeInteger(close));
  }
  return (row) => {
    const currency = listings.findCurrency(row.currency_id);
    if (currency === undefined) return '';
    const cents = BigInt(row.amount) * 100n;
    if (currency.code === 'USDT') return wideText(cents / 10n ** BigInt(currency.decimals), 2);
    const market = marketOf(currency);
    const price = row.time_ms === null ? undefined : prices.get(`${row.currency_id} ${minuteOf(row.time_ms)}`);
    if (market === undefined || price === undefined) return '';
    const points = BigInt(price) * BigInt(market.tickPoints);
    return wideText((cents * points) / 10n ** BigInt(currency.decimals + market.priceDecimals), 2);
  };
}

function minuteOf(timeMs: string): number {
  return Math.floor(safeInteger(timeMs) / minuteMs) * minuteMs;
}
