import { invariant } from './invariant.ts';
import { updateOf } from './index-price/take-index-ticks.ts';
import { minuteMs } from './market/candle.ts';
import { marketsInOrder } from './state.ts';
import type { Event } from './event.ts';
import type { ExchangeState } from './state.ts';

/**
 * Moves the journal's time, and lets happen what the passing of time alone brings about, before the command that came with it:
 *
 * 1. the candles of a minute that is over are closed;
 * 2. sources of an index that have fallen silent are left out of it;
 * 3. timers that are due fire, by time and then by the sequence that set them. None exists yet. Here will join: seconds contracts,
 *    which take their strike and settle (`seconds/`), and deposits, which accrue and mature (`savings/`). Their firing belongs in
 *    `due-work.ts`, which does a bounded number of pieces for each command, so that the commands that follow go on until none is left.
 *
 * A tick, whether of `index_ticks` or of step 2, is then followed by what a mark price sets off: triggers, fills and liquidations
 * (`leverage/`). That belongs behind both, in `exchange.ts` for the former and here for the latter, and is absent likewise.
 *
 * Each step asks first for the instant from which on it has something to do, so that a command which comes before all of them costs
 * two comparisons.
 */
export function advanceTime(state: ExchangeState, timeMs: number, events: Event[]): void {
  invariant(Number.isSafeInteger(timeMs), 'time must be whole milliseconds');
  state.timeMs = timeMs;
  if (timeMs >= state.minuteEndsAtMs) closeCandles(state, events);
  if (state.indices.areDue(timeMs)) leaveOutSilentSources(state, events);
}

function closeCandles(state: ExchangeState, events: Event[]): void {
  for (const { candle, listing } of marketsInOrder(state)) {
    const closed = candle.current(listing.market);
    if (closed === null) continue;
    events.push({ type: 'candle_closed', ...closed });
    candle.finish();
  }
  state.minuteEndsAtMs = state.timeMs - (state.timeMs % minuteMs) + minuteMs;
}

function leaveOutSilentSources(state: ExchangeState, events: Event[]): void {
  const changed = state.indices.passTime(state);
  events.push({ type: 'index_updated', tick: null, assets: changed.map((index) => updateOf(index, null)) });
}
