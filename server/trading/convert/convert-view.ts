import type { CurrencyId } from '@bourse/engine';
import { type ConvertConfiguration, convertConfiguration } from '@bourse/engine/convert';
import { type EventReaders, type View, ViewDefinition } from '../../ground/feed/index.ts';

/** The settings of conversions as of the last committed command. */
class ConvertView implements View {
  #configuration: ConvertConfiguration | null;

  constructor(configuration: ConvertConfiguration | null) {
    this.#configuration = configuration;
  }

  readonly reads: EventReaders = {
    convert_configured: ({ version, after }) => {
      this.#configuration = { version, ...after };
    },
  };

  /** Null until the first configuration. */
  get configuration(): ConvertConfiguration | null {
    return this.#configuration;
  }

  /** Whether users can convert this currency. */
  canConvert(currency: CurrencyId): boolean {
    return this.#configuration?.currencies.some((one) => one.currency === currency) ?? false;
  }
}

export const convertView = new ViewDefinition(
  'convert',
  ({ exchange }) => new ConvertView(exchange.read(convertConfiguration)),
);
