import type { Direction, Reading, SecondsResult, VoidReason } from '@bourse/engine/seconds';
import { jsonOf, oneOf, oneOfOrNull } from './column.ts';
import { projectedTable } from './table.ts';

/** Readings of a window as [sequence, time, price]; the price is null where the index was interrupted. */
export type ReadingsOnRecord = readonly (readonly [sequence: number, timeMs: number, price: number | null])[];

const columns = {
  contract: 'bigint',
  user_id: 'bigint',
  market_id: 'integer',
  asset_id: 'integer',
  currency_id: 'integer',
  direction: oneOf<Direction>(),
  seconds: 'integer',
  stake: 'bigint',
  ratio_ppm: 'integer',
  fee_ppm: 'integer',
  payout: 'bigint',
  index_version: 'integer',
  staleness_ms: 'integer',
  accepted_sequence: 'bigint',
  accepted_at: 'bigint',
  rule: oneOf<'seconds/1'>(),
  strike: jsonOf<ReadingsOnRecord>(),
  strike_last_tick_at: 'bigint?',
  open_price: 'bigint?',
  settlement: jsonOf<ReadingsOnRecord>(),
  settlement_last_tick_at: 'bigint?',
  end_price: 'bigint?',
  result: oneOf<SecondsResult>(),
  void_reason: oneOfOrNull<VoidReason>(),
  fee: 'bigint',
  profit: 'bigint',
  closed_at: 'bigint',
  sequence: 'bigint',
} as const;

/**
 * Seconds contracts that have ended, one row each, written once, with all that their results follow from. Evidence
 * outlives the ticks that a demo deletes.
 */
export const secondsContractsTable = projectedTable({
  name: 'seconds_contracts',
  columns,
  key: ['user_id', 'contract'],
  identity: ['contract'],
  scope: { sequence: 'sequence' },
  rows: {
    seconds_closed: (event, { sequence }) => ({
      contract: event.contract,
      user_id: event.user,
      market_id: event.market,
      asset_id: event.asset,
      currency_id: event.currency,
      direction: event.direction,
      seconds: event.seconds,
      stake: event.stake,
      ratio_ppm: event.ratioPpm,
      fee_ppm: event.feePpm,
      payout: event.payout,
      index_version: event.indexVersion,
      staleness_ms: event.stalenessMs,
      accepted_sequence: event.acceptedSequence,
      accepted_at: event.acceptedAtMs,
      rule: event.rule,
      strike: onRecord(event.strike.readings),
      strike_last_tick_at: event.strike.lastTickAtMs,
      open_price: event.open,
      settlement: onRecord(event.settlement.readings),
      settlement_last_tick_at: event.settlement.lastTickAtMs,
      end_price: event.end,
      result: event.result,
      void_reason: event.voidReason,
      fee: event.fee,
      profit: event.profit,
      closed_at: event.closedAtMs,
      sequence,
    }),
  },
});

function onRecord(readings: readonly Reading[]): string {
  const compact: ReadingsOnRecord = readings.map(({ sequence, timeMs, price }) => [sequence, timeMs, price]);
  return JSON.stringify(compact);
}
