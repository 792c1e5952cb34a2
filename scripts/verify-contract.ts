import { createHash } from 'node:crypto';
import {
  droppedReadings,
  evidenceFrom,
  judge,
  type PublicReading,
  recompute,
  type SecondsEvidence,
  type SecondsSpan,
  type SecondsWindow,
  settlementSpan,
  strikeSpan,
  tickRanges,
  type WindowMatch,
} from '../contract/rules/seconds.ts';

/**
 * `npm run verify-contract -- URL ID` recomputes the result of a closed seconds contract of an exchange, without any
 * code of the exchange: it reads the evidence, the public index ticks and the public rule of the index, applies
 * `contract/rules/seconds.ts`, prints every tick, and compares. Exit code 0: the result is proven; 1: it is not; 2: it
 * could not be checked, or the exchange no longer keeps the ticks of a window.
 */
const exitCodes = { equal: 0, differs: 1, notKept: 2 } as const satisfies Readonly<Record<WindowMatch, number>>;
const matchTexts = {
  equal: 'equal',
  differs: 'DIFFERENT',
  notKept: 'NOT COMPARED, the exchange no longer keeps the ticks of that time',
} as const satisfies Readonly<Record<WindowMatch, string>>;

const [address, id] = process.argv.slice(2);
if (address === undefined || id === undefined || !/^[0-9]{1,15}$/.test(id) || !URL.canParse(address)) {
  console.error('Usage: npm run verify-contract -- URL ID, such as http://localhost:8080 4711');
  process.exitCode = 2;
} else {
  try {
    process.exitCode = exitCodes[await verify(new URL(address), id)];
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}

interface Evidence {
  readonly canonical: string;
  readonly sha256: string;
  readonly terms: {
    readonly symbol_name: string;
    readonly currency_name: string;
    readonly asset_id: number;
    readonly price_decimals: number;
    readonly number_decimals: number;
  };
}

interface Rule {
  readonly version: number;
  readonly staleness_ms: number;
}

interface Tick {
  readonly version: number;
  readonly sequence: number;
  readonly time: number;
  readonly source: string | null;
  readonly price: string | null;
}

async function verify(base: URL, contract: string): Promise<WindowMatch> {
  const stated = await read(base, `microtrade/evidence?id=${contract}`, isEvidence);
  const evidence = evidenceFrom(stated.canonical);
  const { terms } = evidence;
  const hasHash = createHash('sha256').update(stated.canonical).digest('hex') === stated.sha256;
  const verdict = judge(evidence, await readTicks(base, stated, evidence), await stalenessOf(base, evidence));
  show('Strike window', evidence.strike, strikeSpan(terms), stated, new Set());
  if (evidence.stated.open !== null) {
    const { settlement } = evidence;
    const isTrimmed = settlement.readings.every(({ price }) => price !== null);
    const dropped = isTrimmed ? droppedReadings(settlement) : new Set<number>();
    show('Settlement window', settlement, settlementSpan(terms), stated, dropped);
  }
  const own = recompute(evidence);
  const isAsked = String(terms.contract) === contract && terms.asset === stated.terms.asset_id;
  const isRight = isAsked && hasHash && verdict.result === 'equal';
  const windows = [verdict.strike, verdict.settlement];
  const price = (units: number | null) => (units === null ? 'none' : decimal(units, stated.terms.price_decimals));
  const money = (units: number) => `${decimal(units, stated.terms.number_decimals)} ${stated.terms.currency_name}`;
  console.log(`
Contract ${terms.contract}: ${stated.terms.symbol_name} ${terms.direction}, ${terms.seconds} s, ${money(terms.stake)}
accepted ${time(terms.acceptedAtMs)} by command ${terms.acceptedSequence}

                 stated            computed here
strike           ${price(evidence.stated.open).padEnd(18)}${price(own.open)}
settlement       ${price(evidence.stated.end).padEnd(18)}${price(own.end)}
result           ${(evidence.stated.voidReason ?? evidence.stated.result).padEnd(18)}${own.voidReason ?? own.result}
profit           ${money(evidence.stated.profit).padEnd(18)}${money(own.profit)}

SHA-256 ${stated.sha256}: ${hasHash ? 'equal' : 'DIFFERENT'}
Strike window and public ticks: ${matchTexts[verdict.strike]}
Settlement window and public ticks: ${matchTexts[verdict.settlement]}
Result: ${isRight ? 'equal' : 'DIFFERENT'}`);
  if (!isRight || windows.includes('differs')) return 'differs';
  return windows.includes('notKept') ? 'notKept' : 'equal';
}

/** Prints the readings of a window. */
function show(
  title: string,
  { readings }: SecondsWindow,
  { fromMs, toMs }: SecondsSpan,
  { terms }: Evidence,
  dropped: ReadonlySet<number>,
): void {
  console.log(`\n${title}: ${time(fromMs)} to before ${time(toMs)}`);
  for (const [at, reading] of readings.entries()) {
    const price = reading.price === null ? 'interrupted' : decimal(reading.price, terms.price_decimals);
    console.log(
      `  ${String(reading.sequence).padStart(12)}  ${time(reading.timeMs)}  ${price}${dropped.has(at) ? '  dropped' : ''}`,
    );
  }
  if (readings.length === 0) console.log('  no ticks');
}

/** The public ticks that a contract is checked with, in the order of their sequence. */
async function readTicks(base: URL, { terms }: Evidence, evidence: SecondsEvidence): Promise<readonly PublicReading[]> {
  const readings: PublicReading[] = [];
  // Ranges are in the order of time and may share a second.
  let after = 0;
  for (const { from, to } of tickRanges(evidence.terms)) {
    for (;;) {
      const path = `index/ticks?currency_id=${terms.asset_id}&from=${from}&to=${to}&after=${after}`;
      const ticks = await read(base, path, isTicks);
      const last = ticks.at(-1);
      if (last === undefined) break;
      if (last.sequence <= after) throw new Error(`${base.host} repeats index ticks.`);
      after = last.sequence;
      for (const { sequence, time: timeMs, source, price, version } of ticks) {
        // A change without a tick counts only if it interrupts the index.
        if (source === null && price !== null) continue;
        const reading = price === null ? null : units(price, terms.price_decimals);
        readings.push({ sequence, timeMs, price: reading, version });
      }
    }
  }
  return readings;
}

/** The limit of staleness of the index rule under which the contract was bought; null if it is not published. */
async function stalenessOf(base: URL, { terms }: SecondsEvidence): Promise<number | null> {
  const rules = await read(base, `index/rules?currency_id=${terms.asset}`, isRules);
  return rules.find(({ version }) => version === terms.indexVersion)?.staleness_ms ?? null;
}

async function read<Data>(base: URL, path: string, isData: (data: unknown) => data is Data): Promise<Data> {
  const answer = await fetch(new URL(`/api/${path}`, base));
  const body: unknown = await answer.json();
  if (!isObject(body) || body['code'] !== 1) {
    const message = isObject(body) && typeof body['message'] === 'string' ? body['message'] : answer.status;
    throw new Error(`${base.host} answers to ${path}: ${message}`);
  }
  const { data } = body;
  if (!isData(data)) throw new Error(`${base.host} answers to ${path} in an unknown form.`);
  return data;
}

function isEvidence(data: unknown): data is Evidence {
  if (!isObject(data)) return false;
  const { canonical, sha256, terms } = data;
  return (
    typeof canonical === 'string' &&
    typeof sha256 === 'string' &&
    isObject(terms) &&
    typeof terms['symbol_name'] === 'string' &&
    typeof terms['currency_name'] === 'string' &&
    typeof terms['asset_id'] === 'number' &&
    typeof terms['price_decimals'] === 'number' &&
    typeof terms['number_decimals'] === 'number'
  );
}

function isTicks(data: unknown): data is readonly Tick[] {
  return (
    Array.isArray(data) &&
    data.every(
      (tick: unknown) =>
        isObject(tick) &&
        typeof tick['version'] === 'number' &&
        typeof tick['sequence'] === 'number' &&
        typeof tick['time'] === 'number' &&
        (tick['source'] === null || typeof tick['source'] === 'string') &&
        (tick['price'] === null || typeof tick['price'] === 'string'),
    )
  );
}

function isRules(data: unknown): data is readonly Rule[] {
  return (
    Array.isArray(data) &&
    data.every(
      (rule: unknown) =>
        isObject(rule) && typeof rule['version'] === 'number' && typeof rule['staleness_ms'] === 'number',
    )
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A plain decimal as a count of 10^-decimals. */
function units(text: string, decimals: number): number {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(BigInt(whole + fraction.padEnd(decimals, '0')));
}

function decimal(count: number, decimals: number): string {
  const digits = String(Math.abs(count)).padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return `${count < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function time(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
}
