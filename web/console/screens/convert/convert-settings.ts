import type { ConvertSettings } from '@bourse/contract/console';
import { toUnits } from '../../../live/decimal.ts';
import { fractionOf } from '../../parts/percent.ts';

/** A decision about conversions: the tolerance and the spreads that shall be in force. */
export interface WantedSettings {
  readonly tolerance: string;
  readonly currencies: readonly { readonly currency_id: number; readonly spread: string }[];
}

/** The present settings as a decision, so that a decision changes only its own values. */
export function wantedOf({ currencies, tolerance }: ConvertSettings): WantedSettings {
  return {
    tolerance,
    currencies: currencies.flatMap(({ currency_id, spread }) => (spread === null ? [] : [{ currency_id, spread }])),
  };
}

/** The settings with another spread of a currency; null stops its conversions. */
export function withSpread(wanted: WantedSettings, currencyId: number, spread: string | null): WantedSettings {
  const others = wanted.currencies.filter(({ currency_id: id }) => id !== currencyId);
  return { ...wanted, currencies: spread === null ? others : [...others, { currency_id: currencyId, spread }] };
}

/** An entered percentage from 0 to below 100 as a fraction; null for any other. */
export function readShare(percent: string): string | null {
  const fraction = fractionOf(percent);
  return fraction !== null && !fraction.startsWith('-') && toUnits(fraction, 6) < 1_000_000n ? fraction : null;
}
