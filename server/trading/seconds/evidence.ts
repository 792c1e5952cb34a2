import { createHash } from 'node:crypto';
import {
  canonicalOf,
  droppedReadings,
  type SecondsEvidence,
  type SecondsReading,
  type SecondsSpan,
  type SecondsWindow,
  settlementSpan,
  strikeSpan,
} from '@bourse/contract/rules';
import type { MicroEvidence, MicroWindow } from '@bourse/contract/seconds';
import type { Kysely, Selectable } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import { indexPrices } from '../index-price/index.ts';
import { contractOf } from './own-contracts.ts';
import { indexText } from './wire.ts';

type EvidenceRow = Selectable<Schema['seconds_contracts']>;

/** The evidence of a closed contract; null if there is none with this id. It does not name the owner. */
export async function readEvidence(db: Kysely<Schema>, views: Views, id: number): Promise<MicroEvidence | null> {
  const row = await db
    .selectFrom('seconds_contracts')
    .selectAll()
    .where('contract', '=', String(id))
    .where('sequence', '<=', String(views.sequence))
    .executeTakeFirst();
  return row === undefined ? null : evidenceOnWire(row, views);
}

function evidenceOnWire(row: EvidenceRow, views: Views): MicroEvidence {
  const contract = contractOf(row);
  const { market: marketId, currency: currencyId, asset } = contract;
  const [market, currency] = [views.listings.market(marketId), views.listings.currency(currencyId)];
  const evidence = evidenceOf(row);
  const canonical = canonicalOf(evidence);
  const { terms, strike, settlement, stated } = evidence;
  const price = (units: number | null) => (units === null ? null : indexText(views, asset, units));
  const none: ReadonlySet<number> = new Set();
  const onWire = (window: SecondsWindow, span: SecondsSpan, dropped: ReadonlySet<number>, of: number | null) =>
    windowOnWire(window, span, dropped, price, of);
  return {
    canonical,
    sha256: createHash('sha256').update(canonical).digest('hex'),
    terms: {
      id: contract.contract,
      match_id: market.id,
      symbol_name: market.symbol,
      asset_id: asset,
      price_decimals: indexPrices.of(views).find(asset)?.decimals ?? 0,
      currency_id: currency.id,
      currency_name: currency.code,
      number_decimals: currency.decimals,
      rule: row.rule,
      index_version: contract.indexVersion,
    },
    windows: {
      strike: onWire(strike, strikeSpan(terms), none, stated.open),
      settlement: onWire(
        settlement,
        settlementSpan(terms),
        stated.end === null ? none : droppedReadings(settlement),
        stated.end,
      ),
    },
  };
}

function windowOnWire(
  { readings, lastTickAtMs }: SecondsWindow,
  { fromMs, toMs }: SecondsSpan,
  dropped: ReadonlySet<number>,
  priceText: (units: number | null) => string | null,
  price: number | null,
): MicroWindow {
  return {
    from: fromMs,
    to: toMs,
    last_tick: lastTickAtMs,
    price: priceText(price),
    readings: readings.map((reading, at) => ({
      sequence: reading.sequence,
      time: reading.timeMs,
      price: priceText(reading.price),
      dropped: dropped.has(at),
    })),
  };
}

/** The evidence in the form of the published rule. */
function evidenceOf(row: EvidenceRow): SecondsEvidence {
  const contract = contractOf(row);
  const { end } = contract;
  if (end === null) throw new Error(`contract ${row.contract} in the table has no end`);
  const number = (value: string | null) => (value === null ? null : safeInteger(value));
  return {
    terms: contract,
    strike: { readings: readingsOf(row.strike), lastTickAtMs: number(row.strike_last_tick_at) },
    settlement: { readings: readingsOf(row.settlement), lastTickAtMs: number(row.settlement_last_tick_at) },
    stated: {
      open: contract.open,
      end: end.price,
      result: end.result,
      voidReason: end.voidReason,
      payout: contract.payout,
      fee: end.fee,
      profit: end.profit,
    },
  };
}

function readingsOf(onRecord: EvidenceRow['strike']): SecondsReading[] {
  return (onRecord ?? []).map(([sequence, timeMs, price]) => ({ sequence, timeMs, price }));
}
