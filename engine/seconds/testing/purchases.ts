import { amount } from '../../money.ts';
import { alice, btcusdt, setup, usdt } from '../../testing/test-exchange.ts';
import type { ConfigureSeconds, ConfigureSecondsCurrency, PlaceSeconds } from '../commands.ts';

/** The smallest stake of the tests, in units of USDT. */
export const stake = 10_000_000;

/** A purchase of a contract of 30 s on a rising price. Changed fields may have any type. */
export function purchase(changes: Partial<Record<keyof PlaceSeconds, unknown>> = {}): PlaceSeconds {
  const terms = { market: btcusdt, currency: usdt, direction: 'up', seconds: 30, stake };
  return { type: 'place_seconds', user: alice, ...terms, version: null, requestKey: null, ...changes } as PlaceSeconds;
}

/** Offers contracts of 30 and of 60 s. */
export function settings(changes: Partial<ConfigureSeconds> = {}): ConfigureSeconds {
  const options = [
    { seconds: 30, ratioPpm: 800_000 },
    { seconds: 60, ratioPpm: 850_000 },
  ];
  return { type: 'configure_seconds', options, feePpm: 20_000, ...setup, ...changes };
}

/** Offers stakes in USDT. */
export function currency(changes: Partial<ConfigureSecondsCurrency> = {}): ConfigureSecondsCurrency {
  const numbers = [stake, 5 * stake].map(amount);
  const caps = { userCap: amount(6 * stake), sideCap: amount(7 * stake) };
  return { type: 'configure_seconds_currency', currency: usdt, numbers, ...caps, state: 'open', ...setup, ...changes };
}
