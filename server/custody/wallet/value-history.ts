import type { ValuePoint } from '@bourse/contract/wallet';
import type { UserId } from '@bourse/engine';
import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import {
  accountCodes,
  accountTypeOf,
  type Currency,
  type Market,
  truncated,
  Valuation,
  type Views,
} from '../../ground/feed/index.ts';
import type { With } from '../../ground/parts.ts';

const dayMs = 86_400_000;
const daySeconds = dayMs / 1_000;
const days = 30;
/** The maximum number of changes that are summed; an account with more has a shorter history. */
const maxChanges = 100_000;

type HistoryParts = With<'db' | 'views'>;

/**
 * The dollar value of all accounts of a user: at the end of each of the last 29 days (UTC) and now, oldest first. A
 * past balance is the present one without the changes since then, and a past price is the close of its day.
 */
export async function valueHistory({ db, views }: HistoryParts, user: UserId): Promise<ValuePoint[]> {
  const now = views.timeMs;
  const today = Math.floor(now / dayMs);
  // All read from the views at once, because later commands change them.
  const { sequence } = views;
  const units = presentUnits(views, user);
  const closes = dailyCloses(views, today);
  const present: ValuePoint = { time: now, convert_usd: valued(new Valuation(views), views, units) };

  const changes = await dailyChanges(db, user, sequence, (today - days + 1) * dayMs);
  const isCut = changes.reduce((sum, { rows }) => sum + rows, 0) === maxChanges;
  // The oldest day within the limit may be summed in part only.
  const oldest = isCut ? Math.min(...changes.map(({ day }) => day)) : today - days + 1;
  const points = [present];
  for (let day = today - 1; day >= oldest; day -= 1) {
    for (const { currency, amount } of changes.filter((change) => change.day === day + 1))
      units.set(currency, (units.get(currency) ?? 0n) - amount);
    const valuation = new Valuation(views, (market) => closes(market, day));
    points.push({ time: (day + 1) * dayMs, convert_usd: valued(valuation, views, units) });
  }
  return points.toReversed();
}

/** The smallest units of each currency in all accounts of a user. */
function presentUnits({ balances, listings }: Views, user: UserId): Map<number, bigint> {
  return new Map(
    listings.currencies().map(({ id }) => {
      const held = accountCodes.map((code) => balances.read(user, accountTypeOf(code), id));
      return [id, held.reduce((sum, { available, locked }) => sum + BigInt(available) + BigInt(locked), 0n)];
    }),
  );
}

/** Reads the closes of the days before `today`, in ticks; 0 before the first trade of a market. */
function dailyCloses(views: Views, today: number): (market: Market, day: number) => number {
  const [first, last] = [(today - days + 1) * daySeconds, (today - 1) * daySeconds];
  const byMarket = new Map(
    views.markets().map(({ candles, market: { id } }) => {
      const closes = candles.read('1day', first, last).map(({ time, close }) => [time / daySeconds, close] as const);
      return [id, new Map(closes)];
    }),
  );
  return ({ id }, day) => byMarket.get(id)?.get(day) ?? 0;
}

interface DailyChange {
  readonly day: number;
  readonly currency: number;
  readonly amount: bigint;
  readonly rows: number;
}

/** The newest changes of a user's accounts up to a sequence, summed by day and currency. */
async function dailyChanges(
  db: Kysely<Schema>,
  user: UserId,
  sequence: number,
  fromMs: number,
): Promise<DailyChange[]> {
  const { rows } = await sql<{ day: string; currency_id: number; amount: string; rows: string }>`
    select time_ms / ${dayMs}::bigint as day, currency_id, sum(amount)::text as amount, count(*)::text as rows
    from (
      select time_ms, currency_id, amount from account_log
      where user_id = ${String(user)}::bigint and sequence <= ${sequence}::bigint and time_ms >= ${fromMs}::bigint
      order by sequence desc, leg desc limit ${maxChanges}::integer
    ) newest
    group by day, currency_id`.execute(db);
  return rows.map((row) => ({
    day: safeInteger(row.day),
    currency: row.currency_id,
    amount: BigInt(row.amount),
    rows: safeInteger(row.rows),
  }));
}

function valued(valuation: Valuation, { listings }: Views, units: ReadonlyMap<number, bigint>): string {
  const inDollars = (currency: Currency): bigint =>
    ((units.get(currency.id) ?? 0n) * valuation.dollarsForOne(currency)) / 10n ** BigInt(currency.decimals);
  return truncated(
    listings.currencies().reduce((sum, currency) => sum + inDollars(currency), 0n),
    2,
  );
}
