import type { CurrencyId } from '../identifiers.ts';
import type { ConvertSettings } from './commands.ts';

/** The settings in force; `version` counts their changes from 1. */
export interface ConvertConfiguration extends ConvertSettings {
  readonly version: number;
}

/** The settings for readers outside the engine. */
export interface ReadableConvert {
  readonly configuration: ConvertConfiguration | null;
}

/** Which currencies users can convert. */
export class ConvertState {
  /** Null until the first configuration. */
  configuration: ConvertConfiguration | null = null;

  /** The spread of a currency in parts per million; null when users cannot convert it. */
  spreadOf(currency: CurrencyId): number | null {
    return this.configuration?.currencies.find((one) => one.currency === currency)?.spreadPpm ?? null;
  }
}
