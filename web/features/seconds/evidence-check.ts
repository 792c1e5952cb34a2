import type { IndexRule, IndexTick } from '@bourse/contract/index-price';
import {
  evidenceFrom,
  judge,
  type PublicReading,
  type SecondsEvidence,
  type SecondsWindow,
  tickRanges,
  type TickRange,
} from '@bourse/contract/rules';
import { type MicroEvidence, type MicroOrder, microType, type MicroWindow } from '@bourse/contract/seconds';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toUnits } from '../../live/decimal.ts';

/** The ranges of public ticks that the result of a contract follows from. */
export function tickRangesOf({ canonical }: Pick<MicroEvidence, 'canonical'>): readonly TickRange[] {
  return tickRanges(evidenceFrom(canonical).terms);
}

/** Whether the rule leads to the stated end. A demo forgets old ticks: then the readings of the evidence are used. */
export type Verdict = 'equal' | 'differs' | 'equalWithoutTicks';

/** The answers of the exchange that the evidence of a contract is checked with. */
export interface Grounds {
  readonly evidence: MicroEvidence;
  /** The public ticks of `tickRangesOf`, in the order of their sequence. */
  readonly ticks: readonly IndexTick[];
  /** The public rules of the index. */
  readonly rules: readonly IndexRule[];
}

/**
 * Applies the rule to public ticks and compares the end, the readings and the index rule with the stated ones, and the
 * evidence with the contract of the user and with everything that the dialog shows of it.
 *
 * @throws a TypeError if the evidence is not that of a contract by the rule `seconds/1`
 */
export function verdictOf(order: MicroOrder, { evidence, ticks, rules }: Grounds): Verdict {
  const stated = evidenceFrom(evidence.canonical);
  if (!isOf(order, stated, evidence) || !isShown(evidence, stated)) return 'differs';
  const rule = rules.find(({ version }) => version === stated.terms.indexVersion);
  const readings = readingsOf(ticks, evidence.terms.price_decimals);
  const { strike, settlement, result } = judge(stated, readings, rule?.staleness_ms ?? null);
  if (result === 'differs' || strike === 'differs' || settlement === 'differs') return 'differs';
  return strike === 'notKept' || settlement === 'notKept' ? 'equalWithoutTicks' : 'equal';
}

/** Whether the evidence is of this contract, with its terms and its result. */
function isOf(order: MicroOrder, { terms, stated }: SecondsEvidence, { terms: names }: MicroEvidence): boolean {
  const money = (text: string): number => Number(toUnits(text, names.number_decimals));
  const price = (text: string | null): number | null =>
    text === null ? null : Number(toUnits(text, names.price_decimals));
  return (
    terms.contract === order.id &&
    terms.market === order.match_id &&
    terms.asset === names.asset_id &&
    terms.currency === order.currency_id &&
    microType[terms.direction] === order.type &&
    terms.seconds === order.seconds &&
    terms.stake === money(order.number) &&
    terms.ratioPpm === Number(toUnits(order.profit_ratio, 6)) &&
    terms.feePpm === Number(toUnits(order.fee_rate, 6)) &&
    terms.acceptedAtMs === order.created_at &&
    stated.open === price(order.open_price) &&
    stated.end === price(order.end_price) &&
    stated.result === order.result &&
    stated.voidReason === order.void_reason &&
    stated.payout === money(order.payout) &&
    stated.fee === money(order.fee) &&
    stated.profit === money(order.fact_profits)
  );
}

/** Whether the windows on the wire, which the dialog shows, are those of the canonical form. */
function isShown({ windows, terms }: MicroEvidence, { strike, settlement, stated }: SecondsEvidence): boolean {
  const price = (text: string | null): number | null =>
    text === null ? null : Number(toUnits(text, terms.price_decimals));
  const isSame = (shown: MicroWindow, own: SecondsWindow, of: number | null): boolean =>
    price(shown.price) === of &&
    shown.readings.length === own.readings.length &&
    shown.readings.every((reading, at) => {
      const { sequence, timeMs, price: units } = own.readings[at] ?? {};
      return reading.sequence === sequence && reading.time === timeMs && price(reading.price) === units;
    });
  return isSame(windows.strike, strike, stated.open) && isSame(windows.settlement, settlement, stated.end);
}

/** Ticks with a price, and interruptions, each command once. A change of another index is no reading. */
function readingsOf(ticks: readonly IndexTick[], decimals: number): readonly PublicReading[] {
  return ticks
    .filter(({ price, source }) => price === null || source !== null)
    .map(({ sequence, time: timeMs, price, version }) => ({
      sequence,
      timeMs,
      price: price === null ? null : Number(toUnits(price, decimals)),
      version,
    }));
}

/** The SHA-256 of a text in hex. Browsers offer none of their own on pages without https. */
export function sha256Of(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
