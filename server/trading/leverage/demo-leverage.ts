import { accountType, type Amount, amount, parseDecimal, venue, type VenueTransfer } from '@bourse/engine';
import type { ConfigureLeverage, ConfigureMargin, LeverFloor } from '@bourse/engine/leverage';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { demoListing } from '../markets/index.ts';

/** Commands of the demo's set-up are attributed to the venue itself. */
const setup = { operator: venue, cause: 'setup' } as const;

/** The source of the payments that fund the house and insurance: two for each quote currency, numbered by its id. */
const houseSource = 'demo_lever_house';
const insuranceSource = 'demo_insurance';

/** For each quote currency: the capital of the house and of insurance, the house's floor, and the largest exposure. */
const funds = {
  USDT: { house: '20000000', insurance: '2000000', floor: '2000000' },
  BTC: { house: '200', insurance: '20', floor: '20' },
} as const;
type QuoteCode = keyof typeof funds;

/** A hand as [points, decimals] of the base currency, by market id. */
const hands: Readonly<Record<number, readonly [number, number]>> = {
  1: [1, 3],
  2: [1, 2],
  3: [1, 2],
  4: [1, 1],
  5: [10, 0],
  6: [10, 0],
  7: [100, 0],
  8: [1, 0],
  9: [1, 1],
  10: [1, 0],
  11: [10, 0],
  12: [100, 0],
  13: [1, 1],
  14: [1, 0],
  15: [1, 1],
  64: [100, 0],
};

/** The highest multiple, the spread, and the largest exposure of a pair. */
function classOf(market: number): { readonly highest: number; readonly spreadPpm: number } {
  if (market === 1 || market === 2) return { highest: 200, spreadPpm: 100 };
  return [3, 4, 5, 9].includes(market) ? { highest: 100, spreadPpm: 200 } : { highest: 50, spreadPpm: 300 };
}

function capOf(market: number, quote: QuoteCode): string {
  if (quote === 'BTC') return '100';
  if (market === 1) return '40000000';
  if (market === 2) return '20000000';
  return [3, 4, 5, 7].includes(market) ? '8000000' : '4000000';
}

const multiples = [2, 5, 10, 20, 50, 100, 200] as const;

/** The limits in USDT of the tiers and their multiples; in BTC a hundred-thousandth of them. */
const tiers = [
  [10_000, 200],
  [50_000, 100],
  [250_000, 50],
  [1_000_000, 20],
  [5_000_000, 10],
] as const;

/** The ids of currencies whose house and insurance have been funded. */
export async function readFunded(db: Kysely<Schema>): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('venue_transfers')
    .select(['source', 'n'])
    .where('source', 'in', [houseSource, insuranceSource])
    .execute();
  return new Set(rows.map(({ source, n }) => `${source} ${safeInteger(n)}`));
}

/**
 * The commands that fund and offer the demo's leverage, except those already executed. Changes by operators are left
 * alone.
 */
export function missingDemoLeverage(
  offered: Iterable<{ readonly market: number }>,
  floors: Iterable<Pick<LeverFloor, 'currency'>>,
  funded: ReadonlySet<string>,
): readonly (VenueTransfer | ConfigureMargin | ConfigureLeverage)[] {
  const known = new Set(Array.from(offered, ({ market }) => market));
  const floored = new Set<number>(Array.from(floors, ({ currency }) => currency));
  return [
    ...demoFunds().filter(({ source, n }) => !funded.has(`${source} ${n}`)),
    ...demoFloors().filter(({ currency }) => !floored.has(currency)),
    ...demoTerms().filter(({ market }) => !known.has(market)),
  ];
}

function demoFunds(): VenueTransfer[] {
  return quotes().flatMap(({ id, code, units }) => {
    const fund = (source: string, to: VenueTransfer['to'], text: string): VenueTransfer => ({
      type: 'venue_transfer',
      from: accountType.external,
      toUser: venue,
      to,
      currency: id,
      amount: units(text),
      source,
      n: id,
      ...setup,
    });
    return [
      fund(houseSource, accountType.leverHouse, funds[code].house),
      fund(insuranceSource, accountType.insurance, funds[code].insurance),
    ];
  });
}

function demoFloors(): ConfigureMargin[] {
  return quotes().map(({ id, code, units }) => {
    return { type: 'configure_margin', currency: id, houseFloor: units(funds[code].floor), ...setup };
  });
}

/** The terms of every market of the demo that has a hand. A price counts as many decimals as make the unit 1. */
function demoTerms(): ConfigureLeverage[] {
  const byId = new Map(quotes().map((quote) => [quote.id as number, quote]));
  return demoListing().flatMap((item): ConfigureLeverage[] => {
    if (item.type !== 'list_market') return [];
    const quote = byId.get(item.quote);
    const hand = hands[item.market];
    if (quote === undefined || hand === undefined) return [];
    const [sharePoints, shareDecimals] = hand;
    const { highest, spreadPpm } = classOf(item.market);
    const offered = multiples.filter((multiple) => multiple <= highest);
    const divisor = quote.code === 'BTC' ? 100_000 : 1;
    return [
      {
        type: 'configure_leverage',
        market: item.market,
        state: 'open',
        shareDecimals,
        sharePoints,
        markDecimals: quote.decimals - shareDecimals + Math.log10(sharePoints),
        multiples: offered,
        shares: [1, 5, 10, 50, 100, 500],
        minShare: 1,
        maxShare: 100_000,
        spreadPpm,
        feePpm: 400,
        marketType: 1,
        reservePpm: 100_000,
        tiers: tiers.map(([limit, multiple]) => ({ limit: quote.units(String(limit / divisor)), multiple })),
        grossCap: quote.units(capOf(item.market, quote.code)),
        ...setup,
      },
    ];
  });
}

/** The quote currencies of the demo with funds for leverage. */
function quotes() {
  return demoListing().flatMap((item) => {
    if (item.type !== 'list_currency' || !isQuote(item.code)) return [];
    const { code, currency: id, decimals } = item;
    const units = (text: string): Amount => amount(parseDecimal(text, decimals) ?? 0);
    return [{ id, code, decimals, units }];
  });
}

function isQuote(code: string): code is QuoteCode {
  return code in funds;
}
