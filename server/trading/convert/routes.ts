import { convert, convertQuote, convertSetting } from '@bourse/contract/convert';
import { fractionText, type Views } from '../../ground/feed/index.ts';
import { done, type Gateway } from '../../ground/gateway/index.ts';
import { convertView } from './convert-view.ts';
import { quoteMs, Quotes } from './quotes.ts';
import { carryOut, quote } from './requests.ts';
import { pricedOf } from './terms.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of the calls about conversions. */
export type ConvertParts = With<'boxFor' | 'now' | 'requests' | 'views'>;

/** Serves conversions between currencies at index prices. */
export function registerConvert(gateway: Gateway, { requests, views, boxFor, now }: ConvertParts): void {
  const parts = { requests, views, quotes: new Quotes(boxFor), now };
  gateway.visitor(convertSetting, () => done(settingOnWire(views)));
  gateway.member(convertQuote, (input, member) => quote(parts, input, member));
  gateway.member(convert, (input, member) => carryOut(parts, input, member));
}

function settingOnWire(views: Views) {
  const { configuration } = convertView.of(views);
  if (configuration === null) return { currencies: [], tolerance: '0', quote_ms: quoteMs };
  const currencies = configuration.currencies.map(({ currency: id, spreadPpm }) => {
    const currency = views.listings.currency(id);
    const isPriced = pricedOf(views, configuration, currency) !== null;
    const { code, decimals } = currency;
    return { id, code, decimals, spread: fractionText(spreadPpm), is_priced: isPriced ? (1 as const) : (0 as const) };
  });
  return { currencies, tolerance: fractionText(configuration.tolerancePpm), quote_ms: quoteMs };
}
