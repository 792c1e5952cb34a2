import {
  secondsCalls,
  secondsCurrencyNeedsSecond,
  secondsMarketNeedsSecond,
  secondsSettingsNeedSecond,
} from '@bourse/contract/console';
import { amount } from '@bourse/engine';
import {
  invalidSecondsCurrencyField,
  invalidSecondsField,
  type SecondsCurrencyTerms,
  type SecondsSettings,
} from '@bourse/engine/seconds';
import { type Currency, fractionText, unitsText } from '../../ground/feed/index.ts';
import { indexPrices } from '../index-price/index.ts';
import { secondsView } from './seconds-view.ts';
import { differences, FigureReader, prepared, refusal } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

type ConfigurationParts = With<'console' | 'views'>;

/** Serves the decisions of operators about seconds contracts. None of them concerns a contract that is open. */
export function registerConfiguration(parts: ConfigurationParts): void {
  registerSettings(parts);
  registerCurrencies(parts);
  registerMarkets(parts);
}

function registerSettings({ console, views }: ConfigurationParts): void {
  console.command(
    secondsCalls.configureSeconds,
    ({ version, fee, options }) => {
      const { settings: known } = secondsView.of(views);
      if ((known?.version ?? 0) !== version) return refusal('changed_meanwhile');
      const read = new FigureReader();
      const settings: SecondsSettings = {
        options: options.map(({ seconds, ratio }) => ({ seconds, ratioPpm: read.fraction('options', ratio) })),
        feePpm: read.fraction('fee', fee),
      };
      if (read.problem !== null) return refusal('decimal_invalid', read.problem);
      const invalid = invalidSecondsField(settings);
      if (invalid !== null) return refusal('setting_invalid', { field: invalid === 'options' ? 'options' : 'fee' });
      const after = settingsOnRecord(settings);
      const effect = known === null ? { before: null, after } : differences(settingsOnRecord(known), after);
      if (Object.keys(effect.after).length === 0) return refusal('setting_unchanged');
      return prepared(
        { type: 'configure_seconds', ...settings },
        { subject: { kind: 'setting', id: 'seconds' }, ...effect },
        () => ({ version: version + 1 }),
      );
    },
    {
      needsSecond: (input) => {
        const { settings: known } = secondsView.of(views);
        // The version may come into force before the turn of the request: what it changes is unknown until then.
        if ((known?.version ?? 0) !== input.version) return true;
        return secondsSettingsNeedSecond(known === null ? null : settingsShown(known), input);
      },
    },
  );
}

function registerCurrencies({ console, views }: ConfigurationParts): void {
  console.command(
    secondsCalls.configureSecondsCurrency,
    ({ id, version, numbers, user_cap: userCap, side_cap: sideCap, state }) => {
      const currency = views.listings.findCurrency(id);
      if (currency === undefined) return refusal('currency_unknown');
      const known = secondsView.of(views).findCurrency(id);
      if ((known?.version ?? 0) !== version) return refusal('changed_meanwhile');
      const read = new FigureReader();
      const unit = { decimals: currency.decimals, points: 1 };
      const money = (field: string, text: string) => amount(read.count(field, text, unit));
      const terms: SecondsCurrencyTerms = {
        numbers: numbers.map((number) => money('numbers', number)),
        userCap: money('user_cap', userCap),
        sideCap: money('side_cap', sideCap),
        state,
      };
      if (read.problem !== null) return refusal('decimal_invalid', read.problem);
      const invalid = invalidSecondsCurrencyField(terms);
      if (invalid !== null) return refusal('setting_invalid', { field: fieldNames[invalid] });
      const after = currencyOnRecord(currency, terms);
      const effect =
        known === undefined ? { before: null, after } : differences(currencyOnRecord(currency, known), after);
      if (Object.keys(effect.after).length === 0) return refusal('setting_unchanged');
      return prepared(
        { type: 'configure_seconds_currency', currency: currency.id, ...terms },
        { subject: { kind: 'currency', id: String(id) }, ...effect },
        () => ({ id, version: version + 1 }),
      );
    },
    {
      needsSecond: (input) => {
        const currency = views.listings.findCurrency(input.id);
        const known = secondsView.of(views).findCurrency(input.id);
        if (currency === undefined || (known?.version ?? 0) !== input.version) return true;
        return secondsCurrencyNeedsSecond(known === undefined ? null : currencyTermsShown(currency, known), input);
      },
    },
  );
}

function registerMarkets({ console, views }: ConfigurationParts): void {
  console.command(
    secondsCalls.configureSecondsMarket,
    ({ id, version, state }) => {
      const market = views.listings.findMarket(id);
      if (market === undefined) return refusal('market_unknown');
      const known = secondsView.of(views).findMarket(id);
      if ((known?.version ?? 0) !== version) return refusal('changed_meanwhile');
      const indices = indexPrices.of(views);
      const isPossible = indices.find(market.base.id) !== undefined && indices.find(market.quote.id) === undefined;
      if (!isPossible) return refusal('setting_invalid', { field: 'id' });
      if (known?.state === state) return refusal('setting_unchanged');
      return prepared(
        { type: 'configure_seconds_market', market: market.id, state },
        {
          subject: { kind: 'market', id: String(id) },
          before: known === undefined ? null : { state: known.state },
          after: { state },
        },
        () => ({ id, version: version + 1 }),
      );
    },
    { needsSecond: secondsMarketNeedsSecond },
  );
}

const fieldNames = { numbers: 'numbers', userCap: 'user_cap', sideCap: 'side_cap' } as const;

/** The settings in decimals. */
export function settingsShown({ options, feePpm }: SecondsSettings) {
  return {
    fee: fractionText(feePpm),
    options: options.map(({ seconds, ratioPpm }) => ({ seconds, ratio: fractionText(ratioPpm) })),
  };
}

/** The terms of a currency in decimals. */
export function currencyTermsShown(currency: Currency, { numbers, userCap, sideCap, state }: SecondsCurrencyTerms) {
  return {
    numbers: numbers.map((number) => unitsText(currency, number)),
    user_cap: unitsText(currency, userCap),
    side_cap: unitsText(currency, sideCap),
    state,
  };
}

/** The settings as a list of changes shows them. */
export function settingsOnRecord(settings: SecondsSettings) {
  const { fee, options } = settingsShown(settings);
  return { fee, options: options.map(({ seconds, ratio }) => `${seconds} s: ${ratio}`).join(', ') };
}

/** The terms of a currency as a list of changes shows them. */
export function currencyOnRecord(currency: Currency, terms: SecondsCurrencyTerms) {
  const { numbers, ...shown } = currencyTermsShown(currency, terms);
  return { numbers: numbers.join(', '), ...shown };
}
