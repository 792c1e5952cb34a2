/**
 * The rule `seconds/1` of seconds contracts, for everyone who checks a result: the page, a terminal program, an
 * auditor.
 * It is written a second time, in `bigint` and without imports, so that it shares nothing with the exchange that it
 * checks. Prices are counts of 10^-decimals of the index, money is in smallest units of the contract's currency, and
 * times are journal times in epoch milliseconds.
 */

/** A tick with the resulting index price, or null where the index was interrupted, with the number of its command. */
export interface SecondsReading {
  readonly sequence: number;
  readonly timeMs: number;
  readonly price: number | null;
}

/** The readings of a window, and the time of the last tick before the window's end, null if there was none. */
export interface SecondsWindow {
  readonly readings: readonly SecondsReading[];
  readonly lastTickAtMs: number | null;
}

/** The terms under which a contract was accepted. */
export interface SecondsTerms {
  readonly contract: number;
  readonly market: number;
  readonly asset: number;
  readonly currency: number;
  readonly direction: 'up' | 'down';
  readonly seconds: number;
  readonly stake: number;
  readonly ratioPpm: number;
  readonly feePpm: number;
  readonly indexVersion: number;
  /** The age at which the index regards a price as outdated. */
  readonly stalenessMs: number;
  /** The number and the time of the command that accepted the contract. */
  readonly acceptedSequence: number;
  readonly acceptedAtMs: number;
}

export type SecondsResult = 'win' | 'loss' | 'tie' | 'void';
export type SecondsVoidReason = 'index_interrupted' | 'too_few_ticks';

/** How a contract ended. Prices are null where there is none; `profit` is the payout less the fee, −stake, or 0. */
export interface SecondsEnd {
  readonly open: number | null;
  readonly end: number | null;
  readonly result: SecondsResult;
  readonly voidReason: SecondsVoidReason | null;
  readonly payout: number;
  readonly fee: number;
  readonly profit: number;
}

/** Everything that a result follows from, and the result as the exchange states it. */
export interface SecondsEvidence {
  readonly terms: SecondsTerms;
  readonly strike: SecondsWindow;
  readonly settlement: SecondsWindow;
  readonly stated: SecondsEnd;
}

const ruleName = 'seconds/1';
const million = 1_000_000n;

/** A window of time: readings from `fromMs` to before `toMs`, by commands after `afterSequence`. */
export interface SecondsSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly afterSequence: number;
}

/** The strike window: the second after the acceptance. */
export function strikeSpan({
  acceptedAtMs,
  acceptedSequence,
}: Pick<SecondsTerms, 'acceptedAtMs' | 'acceptedSequence'>): SecondsSpan {
  return { fromMs: acceptedAtMs, toMs: acceptedAtMs + 1000, afterSequence: acceptedSequence };
}

/** The settlement window: the last sixth of the duration, at most its last 10 seconds. */
export function settlementSpan({
  acceptedAtMs,
  acceptedSequence,
  seconds,
}: Pick<SecondsTerms, 'acceptedAtMs' | 'acceptedSequence' | 'seconds'>): SecondsSpan {
  const toMs = acceptedAtMs + seconds * 1000;
  const lengthMs = Math.min(10_000, Math.floor((seconds * 1000) / 6));
  return { fromMs: toMs - lengthMs, toMs, afterSequence: acceptedSequence };
}

/** Selects the readings of a window from readings in the order of their sequence, such as those of the public ticks. */
export function windowFrom(readings: readonly SecondsReading[], span: SecondsSpan): SecondsWindow {
  const earlier = readings.filter(({ timeMs }) => timeMs < span.toMs);
  return {
    readings: earlier.filter(({ timeMs, sequence }) => timeMs >= span.fromMs && sequence > span.afterSequence),
    lastTickAtMs: earlier.findLast(({ price }) => price !== null)?.timeMs ?? null,
  };
}

/** The prices of a settlement window that count, and those that are dropped at each end, by index of the reading. */
export function droppedReadings({ readings }: SecondsWindow): ReadonlySet<number> {
  const places = readings.map((_, at) => at);
  // Equal prices are dropped in the order of their readings; which of them it is does not change the mean.
  const sorted = places.toSorted((a, b) => (readings[a]?.price ?? 0) - (readings[b]?.price ?? 0) || a - b);
  const dropped = Math.floor(sorted.length / 5);
  return new Set([...sorted.slice(0, dropped), ...sorted.slice(sorted.length - dropped)]);
}

/** Recomputes the end of a contract from its terms and readings. */
export function recompute({ terms, strike, settlement }: Omit<SecondsEvidence, 'stated'>): SecondsEnd {
  const payout = (BigInt(terms.stake) * BigInt(terms.ratioPpm)) / million;
  const open = priceOf(strike, strikeSpan(terms), terms, 1, 0n);
  if (typeof open === 'string') return voidEnd(open, null, payout);
  const end = priceOf(settlement, settlementSpan(terms), terms, 3, 5n);
  if (typeof end === 'string') return voidEnd(end, open, payout);
  const prices = { open: Number(open), end: Number(end), voidReason: null, payout: Number(payout) };
  if (end === open) return { ...prices, result: 'tie', fee: 0, profit: 0 };
  if (end > open !== (terms.direction === 'up')) return { ...prices, result: 'loss', fee: 0, profit: -terms.stake };
  const fee = (payout * BigInt(terms.feePpm) + million - 1n) / million;
  return { ...prices, result: 'win', fee: Number(fee), profit: Number(payout - fee) };
}

/** Whether the readings lie in their windows in order, and the stated end is the recomputed one. */
export function isProven(evidence: SecondsEvidence): boolean {
  const { terms, strike, settlement, stated } = evidence;
  const own = recompute(evidence);
  const isStruck = own.open !== null;
  return (
    liesIn(strike, strikeSpan(terms)) &&
    (isStruck ? liesIn(settlement, settlementSpan(terms)) : settlement.readings.length === 0) &&
    canonicalOf({ ...evidence, stated: own }) === canonicalOf({ ...evidence, stated })
  );
}

/** A reading by the public ticks, with the version of the index rule that gave its price. */
export interface PublicReading extends SecondsReading {
  readonly version: number;
}

/** Seconds of public ticks, by whole seconds, at most `longestRange` long. */
export interface TickRange {
  readonly from: number;
  readonly to: number;
}

/** The longest range of public ticks that an exchange answers at once, in seconds. */
const longestRange = 600;
/** The time before a settlement window in which a tick shows that the exchange keeps the ticks of the window. */
const earlierMs = 10_000;

/**
 * The public ticks that are needed to check a contract: of both windows, and of the time before each in which a tick
 * could still count as current.
 */
export function tickRanges(terms: SecondsTerms): readonly TickRange[] {
  const [strike, settlement] = [strikeSpan(terms), settlementSpan(terms)];
  const range = ({ fromMs, toMs }: SecondsSpan, before: number): TickRange => ({
    from: Math.floor((Math.min(fromMs, toMs - terms.stalenessMs) - before) / 1000),
    to: Math.ceil(toMs / 1000),
  });
  const [first, second] = [range(strike, 0), range(settlement, earlierMs)];
  const whole =
    second.from <= first.to ? [{ from: Math.min(first.from, second.from), to: second.to }] : [first, second];
  return whole.flatMap(({ from, to }) => {
    const count = Math.max(1, Math.ceil((to - from) / longestRange));
    return Array.from({ length: count }, (_, at) => ({
      from: from + at * longestRange,
      to: Math.min(to, from + (at + 1) * longestRange),
    }));
  });
}

/**
 * How a stated window compares with the public ticks. `notKept` if the exchange does not have the ticks of its time any
 * more, so that nothing is compared.
 */
export type WindowMatch = 'equal' | 'differs' | 'notKept';

/** The findings of a check of evidence: of each window, and whether the result follows from the rule. */
export interface SecondsVerdict {
  readonly strike: WindowMatch;
  readonly settlement: WindowMatch;
  readonly result: 'equal' | 'differs';
}

/**
 * Checks evidence against the public ticks of `tickRanges`, in the order of their sequence, and the index rule that the
 * contract was bought under. Public ticks are deleted oldest first, so a tick before a window shows that the window is
 * complete. An accepted contract has one before its strike window, because its index had a price.
 *
 * @param stalenessMs of the published rule of `terms.indexVersion`; null if it is not published
 */
export function judge(
  evidence: SecondsEvidence,
  published: readonly PublicReading[],
  stalenessMs: number | null,
): SecondsVerdict {
  const { terms, stated } = evidence;
  const [strikeTime, settlementTime] = [strikeSpan(terms), settlementSpan(terms)];
  const strike = windowFrom(published, strikeTime);
  const settlement = windowFrom(published, settlementTime);
  const isSame = (seen: SecondsWindow, claimed: SecondsWindow): boolean =>
    JSON.stringify(flat(seen)) === JSON.stringify(flat(claimed));
  const isByRule = published.every(({ timeMs, sequence, version }) => {
    const isIn = (span: SecondsSpan): boolean => timeMs >= span.fromMs && timeMs < span.toMs;
    const counts = sequence > terms.acceptedSequence && (isIn(strikeTime) || isIn(settlementTime));
    return !counts || version === terms.indexVersion;
  });
  const hasStrike = published.some(({ sequence }) => sequence <= terms.acceptedSequence);
  const hasSettlement = published.some(({ timeMs }) => timeMs >= strikeTime.toMs && timeMs < settlementTime.fromMs);
  const strikeMatch = !hasStrike ? 'notKept' : isSame(strike, evidence.strike) ? 'equal' : 'differs';
  // Where the index was silent before the settlement, equal windows prove themselves.
  const settlementMatch =
    !hasSettlement && !(hasStrike && isSame(settlement, evidence.settlement))
      ? 'notKept'
      : isSame(settlement, evidence.settlement)
        ? 'equal'
        : 'differs';
  const own = recompute({
    terms,
    strike: strikeMatch === 'notKept' ? evidence.strike : strike,
    settlement: settlementMatch === 'notKept' ? evidence.settlement : settlement,
  });
  const isRight = canonicalOf({ ...evidence, stated: own }) === canonicalOf(evidence) && isProven(evidence);
  return {
    strike: strikeMatch,
    // A contract without a strike price ends at once, so its evidence has no settlement window.
    settlement: stated.open === null ? 'equal' : settlementMatch,
    result: isRight && isByRule && stalenessMs === terms.stalenessMs ? 'equal' : 'differs',
  };
}

/** The price of a window, or why there is none. One price in `part` is dropped at each end; none if it is 0. */
function priceOf(
  { readings, lastTickAtMs }: SecondsWindow,
  { toMs }: SecondsSpan,
  { stalenessMs }: SecondsTerms,
  fewest: number,
  part: bigint,
): bigint | SecondsVoidReason {
  const isInterrupted = readings.some(({ price }) => price === null);
  if (isInterrupted || lastTickAtMs === null || toMs - lastTickAtMs > stalenessMs) return 'index_interrupted';
  if (readings.length < fewest) return 'too_few_ticks';
  const prices = readings.map(({ price }) => BigInt(price ?? 0)).toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  const dropped = part === 0n ? 0 : Number(BigInt(prices.length) / part);
  const counting = prices.slice(dropped, prices.length - dropped);
  return counting.reduce((sum, price) => sum + price, 0n) / BigInt(counting.length);
}

function voidEnd(voidReason: SecondsVoidReason, open: bigint | null, payout: bigint): SecondsEnd {
  const price = open === null ? null : Number(open);
  return { open: price, end: null, result: 'void', voidReason, payout: Number(payout), fee: 0, profit: 0 };
}

function liesIn({ readings, lastTickAtMs }: SecondsWindow, { fromMs, toMs, afterSequence }: SecondsSpan): boolean {
  // One command can interrupt the index by its time and then change it, so readings may share its sequence.
  const isInOrder = readings.every(({ sequence, timeMs }, at) => {
    const before = readings[at - 1] ?? { sequence: afterSequence + 1, timeMs: fromMs };
    return sequence >= before.sequence && timeMs >= before.timeMs && timeMs < toMs;
  });
  const last = readings.findLast(({ price }) => price !== null);
  const hasLast = last === undefined || last.timeMs === lastTickAtMs;
  return isInOrder && hasLast && (lastTickAtMs === null || lastTickAtMs < toMs);
}

/**
 * The evidence as one JSON array of integers and ASCII texts, which is hashed: rule, terms, strike window, strike
 * price, settlement window, settlement price, result, reason, payout, fee, profit. A missing price or time is 0, a
 * missing reason is empty.
 */
export function canonicalOf({ terms, strike, settlement, stated }: SecondsEvidence): string {
  const { contract, market, asset, currency, direction, seconds, stake, ratioPpm, feePpm } = terms;
  const { indexVersion, stalenessMs, acceptedSequence, acceptedAtMs } = terms;
  const { open, end, result, voidReason, payout, fee, profit } = stated;
  return JSON.stringify([
    ruleName,
    contract,
    market,
    asset,
    currency,
    direction,
    seconds,
    stake,
    ratioPpm,
    feePpm,
    indexVersion,
    stalenessMs,
    acceptedSequence,
    acceptedAtMs,
    flat(strike),
    strike.lastTickAtMs ?? 0,
    open ?? 0,
    flat(settlement),
    settlement.lastTickAtMs ?? 0,
    end ?? 0,
    result,
    voidReason ?? '',
    payout,
    fee,
    profit,
  ]);
}

function flat({ readings }: SecondsWindow): number[][] {
  return readings.map(({ sequence, timeMs, price }) => [sequence, timeMs, price ?? 0]);
}

/**
 * Reads the canonical form.
 *
 * @throws a TypeError if it is not that of a contract by the rule `seconds/1`
 */
export function evidenceFrom(canonical: string): SecondsEvidence {
  const fields: unknown = JSON.parse(canonical);
  if (!Array.isArray(fields) || fields.length !== 25 || fields[0] !== ruleName) throw notCanonical();
  const whole = (at: number): number => wholeOf(fields[at]);
  const orNull = (at: number): number | null => whole(at) || null;
  const evidence: SecondsEvidence = {
    terms: {
      contract: whole(1),
      market: whole(2),
      asset: whole(3),
      currency: whole(4),
      direction: oneOf(fields[5], ['up', 'down']),
      seconds: whole(6),
      stake: whole(7),
      ratioPpm: whole(8),
      feePpm: whole(9),
      indexVersion: whole(10),
      stalenessMs: whole(11),
      acceptedSequence: whole(12),
      acceptedAtMs: whole(13),
    },
    strike: { readings: readingsOf(fields[14]), lastTickAtMs: orNull(15) },
    settlement: { readings: readingsOf(fields[17]), lastTickAtMs: orNull(18) },
    stated: {
      open: orNull(16),
      end: orNull(19),
      result: oneOf(fields[20], ['win', 'loss', 'tie', 'void']),
      voidReason: fields[21] === '' ? null : oneOf(fields[21], ['index_interrupted', 'too_few_ticks']),
      payout: whole(22),
      fee: whole(23),
      profit: whole(24),
    },
  };
  // Anything that the form does not express, such as another spelling of a number, gives other bytes.
  if (canonicalOf(evidence) !== canonical) throw notCanonical();
  return evidence;
}

function readingsOf(value: unknown): SecondsReading[] {
  if (!Array.isArray(value)) throw notCanonical();
  return value.map((reading: unknown) => {
    if (!Array.isArray(reading) || reading.length !== 3) throw notCanonical();
    const [sequence, timeMs, price] = [wholeOf(reading[0]), wholeOf(reading[1]), wholeOf(reading[2])];
    return { sequence, timeMs, price: price || null };
  });
}

function wholeOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw notCanonical();
  return value;
}

function oneOf<const Value extends string>(value: unknown, of: readonly Value[]): Value {
  const found = of.find((one) => one === value);
  if (found === undefined) throw notCanonical();
  return found;
}

function notCanonical(): TypeError {
  return new TypeError('not the evidence of a contract by the rule seconds/1');
}
