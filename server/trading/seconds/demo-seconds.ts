import { accountType, type Amount, amount, parseDecimal, venue, type VenueTransfer } from '@bourse/engine';
import type {
  ConfigureSeconds,
  ConfigureSecondsCurrency,
  ConfigureSecondsMarket,
  SecondsCurrency,
  SecondsMarket,
  VersionedSettings,
} from '@bourse/engine/seconds';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { demoListing } from '../markets/index.ts';

/** Commands of the demo's set-up are attributed to the venue itself. */
const setup = { operator: venue, cause: 'setup' } as const;

/** The source of the payments that fund the house: one for each currency, numbered by its id. */
const houseSource = 'demo_micro_house';

const quoteCode = 'USDT';
const house = '5000000';
const numbers = ['10', '20', '50', '100', '200', '500', '1000'];
const userCap = '5000';
const sideCap = '50000';

/** The durations in seconds, with the payout in percent of the stake. */
const options = [
  [30, 80],
  [60, 85],
  [120, 88],
  [180, 90],
  [300, 92],
] as const;

/** The settings of the demo that the exchange has already. */
interface Known {
  readonly settings: VersionedSettings | null;
  readonly currencies: readonly SecondsCurrency[];
  readonly markets: readonly SecondsMarket[];
  /** The ids of currencies whose house has been funded. */
  readonly funded: ReadonlySet<number>;
}

export async function readFunded(db: Kysely<Schema>): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('venue_transfers').select('n').where('source', '=', houseSource).execute();
  return new Set(rows.map(({ n }) => safeInteger(n)));
}

/**
 * The commands that fund and offer the demo's seconds contracts, except those already executed. Changes by operators
 * are left alone.
 */
export function missingDemoSeconds(
  known: Known,
): readonly (VenueTransfer | ConfigureSeconds | ConfigureSecondsCurrency | ConfigureSecondsMarket)[] {
  const { id, units } = quoteOfDemo();
  const fund: VenueTransfer = {
    type: 'venue_transfer',
    from: accountType.external,
    toUser: venue,
    to: accountType.microHouse,
    currency: id,
    amount: units(house),
    source: houseSource,
    n: id,
    ...setup,
  };
  const settings: ConfigureSeconds = {
    type: 'configure_seconds',
    options: options.map(([seconds, percent]) => ({ seconds, ratioPpm: percent * 10_000 })),
    feePpm: 0,
    ...setup,
  };
  const currency: ConfigureSecondsCurrency = {
    type: 'configure_seconds_currency',
    currency: id,
    numbers: numbers.map(units),
    userCap: units(userCap),
    sideCap: units(sideCap),
    state: 'open',
    ...setup,
  };
  const offered = new Set<number>(known.markets.map(({ market }) => market));
  return [
    ...(known.funded.has(id) ? [] : [fund]),
    ...(known.settings === null ? [settings] : []),
    ...(known.currencies.some((one) => one.currency === id) ? [] : [currency]),
    ...demoMarkets().filter(({ market }) => !offered.has(market)),
  ];
}

/** Every market of the demo that is quoted in USDT. */
function demoMarkets(): ConfigureSecondsMarket[] {
  const { id } = quoteOfDemo();
  return demoListing().flatMap((item): ConfigureSecondsMarket[] => {
    if (item.type !== 'list_market' || item.quote !== id) return [];
    return [{ type: 'configure_seconds_market', market: item.market, state: 'open', ...setup }];
  });
}

function quoteOfDemo() {
  const found = demoListing().find((item) => item.type === 'list_currency' && item.code === quoteCode);
  if (found?.type !== 'list_currency') throw new Error(`the demo does not list ${quoteCode}`);
  const units = (text: string): Amount => amount(parseDecimal(text, found.decimals) ?? 0);
  return { id: found.currency, units };
}
