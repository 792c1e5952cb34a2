import { section } from '../capability.ts';
import { invariant } from '../invariant.ts';
import type { Capability } from '../capability.ts';
import type { ExchangeState } from '../state.ts';
import type { ConvertConfiguration } from './state.ts';

/** Conversions between currencies at index prices, against the venue's treasury. */
export const convertCapability: Capability = {
  snapshot: [
    section<ConvertConfiguration>('convert', configurations, (state, line) => {
      const { version, reference, currencies, tolerancePpm } = line;
      state.convert.configuration = { version, reference, currencies, tolerancePpm };
    }),
  ],
  audit,
};

/** Omitted until the first configuration. */
function* configurations({ convert: { configuration } }: ExchangeState): Generator<ConvertConfiguration> {
  if (configuration !== null) yield configuration;
}

function audit({ convert: { configuration }, currencies }: ExchangeState): void {
  if (configuration === null) return;
  invariant(currencies.has(configuration.reference), 'the reference currency must be listed');
  for (const { currency } of configuration.currencies) {
    invariant(currencies.has(currency), 'a convertible currency must be listed');
  }
}
