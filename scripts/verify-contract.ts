import { createHash } from 'node:crypto';
import {
  droppedReadings,
  evidenceFrom,
  isProven,
  recompute,
  type SecondsEvidence,
  type SecondsReading,
  type SecondsSpan,
  type SecondsWindow,
  settlementSpan,
  strikeSpan,
  windowFrom,
} from '../contract/rules/seconds.ts';

/**
 * `npm run verify-contract -- URL ID` recomputes the result of a closed seconds contract of an exchange, without any
 * code of the exchange: it reads the evidence and the public index ticks, applies `contract/rules/seconds.ts`, prints
 * every tick, and compares. Exit code 0: the result is proven; 1: it is not; 2: it could not be checked.
 */
const [address, id] = process.argv.slice(2);
if (address === undefined || id === undefined || !/^[0-9]{1,15}$/.test(id) || !URL.canParse(address)) {
  console.error('Usage: npm run verify-contract -- URL ID, such as http://localhost:8080 4711');
  process.exitCode = 2;
} else {
  try {
    process.exitCode = (await verify(new URL(address), id)) ? 0 : 1;
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

interface Tick {
  readonly sequence: number;
  readonly time: number;
  readonly source: string | null;
  readonly price: string | null;
}

async function verify(base: URL, contract: string): Promise<boolean> {
  const stated = await read(base, `microtrade/evidence?id=${contract}`, isEvidence);
  const evidence = evidenceFrom(stated.canonical);
  const { terms } = evidence;
  const hasHash = createHash('sha256').update(stated.canonical).digest('hex') === stated.sha256;
  const [strike, settlement] = [strikeSpan(terms), settlementSpan(terms)];
  const matches = [
    compare('Strike window', evidence.strike, await windowOf(base, stated, evidence, strike), strike, stated),
    evidence.stated.open === null ||
      compare(
        'Settlement window',
        evidence.settlement,
        await windowOf(base, stated, evidence, settlement),
        settlement,
        stated,
      ),
  ];
  const own = recompute(evidence);
  const isRight = isProven(evidence) && String(terms.contract) === contract;
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
Readings and public ticks: ${matches.every((match) => match) ? 'equal' : 'DIFFERENT'}
Result: ${isRight ? 'equal' : 'DIFFERENT'}`);
  return hasHash && isRight && matches.every((match) => match);
}

/** Prints the readings of a window, and returns whether the public ticks are the same. */
function compare(
  title: string,
  stated: SecondsWindow,
  published: SecondsWindow | null,
  { fromMs, toMs }: SecondsSpan,
  { terms }: Evidence,
): boolean {
  const isTrimmed = title.startsWith('Settlement');
  const dropped =
    isTrimmed && stated.readings.every(({ price }) => price !== null) ? droppedReadings(stated) : new Set();
  console.log(`\n${title}: ${time(fromMs)} to before ${time(toMs)}`);
  for (const [at, reading] of stated.readings.entries()) {
    const price = reading.price === null ? 'interrupted' : decimal(reading.price, terms.price_decimals);
    console.log(
      `  ${String(reading.sequence).padStart(12)}  ${time(reading.timeMs)}  ${price}${dropped.has(at) ? '  dropped' : ''}`,
    );
  }
  if (stated.readings.length === 0) console.log('  no ticks');
  if (published === null) {
    console.log('  The exchange no longer keeps the ticks of this window, so they are not compared.');
    return true;
  }
  return JSON.stringify(published.readings) === JSON.stringify(stated.readings);
}

/** The window by the public ticks; null if the exchange has no tick of that time any more. */
async function windowOf(
  base: URL,
  { terms }: Evidence,
  evidence: SecondsEvidence,
  span: SecondsSpan,
): Promise<SecondsWindow | null> {
  const readings: SecondsReading[] = [];
  const range = `from=${Math.floor(span.fromMs / 1000)}&to=${Math.ceil(span.toMs / 1000)}`;
  for (let after = 0; ;) {
    const path = `index/ticks?currency_id=${terms.asset_id}&${range}&after=${after}`;
    const ticks = await read(base, path, isTicks);
    const last = ticks.at(-1);
    if (last === undefined) break;
    if (last.sequence <= after) throw new Error(`${base.host} repeats index ticks.`);
    after = last.sequence;
    for (const { sequence, time: timeMs, source, price } of ticks) {
      // A change without a tick counts only if it interrupts the index.
      if (source === null && price !== null) continue;
      readings.push({ sequence, timeMs, price: price === null ? null : units(price, terms.price_decimals) });
    }
  }
  const window = windowFrom(readings, span);
  const isForgotten = readings.length === 0 && evidence.strike.readings.length > 0;
  return isForgotten ? null : window;
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
        typeof tick['sequence'] === 'number' &&
        typeof tick['time'] === 'number' &&
        (tick['source'] === null || typeof tick['source'] === 'string') &&
        (tick['price'] === null || typeof tick['price'] === 'string'),
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
