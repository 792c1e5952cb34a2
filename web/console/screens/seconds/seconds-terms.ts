import type { SecondsCurrencyRow, SecondsSettingsRow } from '@bourse/contract/console';
import { isDecimal, isZero } from '../../../live/decimal.ts';
import { fractionOf, percentOf } from '../../parts/percent.ts';
import { wholeNumber } from '../../parts/whole-number.ts';

export type CurrencyTerms = NonNullable<SecondsCurrencyRow['terms']>;

/** The durations and the fee as entered: `30×80 60×85` is 30 s for 80 % and 60 s for 85 %; the fee is in percent. */
export interface SettingsTexts {
  readonly options: string;
  readonly fee: string;
}

export function settingsTextsOf({ options, fee }: SecondsSettingsRow): SettingsTexts {
  return {
    options: options.map(({ seconds, ratio }) => `${seconds}×${percentOf(ratio)}`).join(' '),
    fee: percentOf(fee),
  };
}

/** The entered settings; null for those that are missing or invalid. */
export function readSettings({ options, fee }: SettingsTexts) {
  return { options: optionsIn(options), fee: fractionOf(fee) };
}

/** The durations that the exchange accepts: a shorter contract has too few ticks to settle. */
const [shortestSeconds, longestSeconds] = [10, 3600];

function optionsIn(text: string): SecondsSettingsRow['options'] | null {
  const options = wordsIn(text).map((word) => {
    const [seconds = '', percent = '', ...rest] = word.split(/[×x*]/);
    const count = wholeNumber(seconds, shortestSeconds, longestSeconds);
    const ratio = fractionOf(percent);
    return rest.length === 0 && count !== null && ratio !== null && !isZero(ratio) ? { seconds: count, ratio } : null;
  });
  return options.length > 0 && options.every((option) => option !== null) ? options : null;
}

/** The stakes and caps of a currency as entered; stakes are separated by spaces. */
export interface CurrencyTexts {
  readonly numbers: string;
  readonly userCap: string;
  readonly sideCap: string;
}

export const noCurrencyTexts: CurrencyTexts = { numbers: '', userCap: '', sideCap: '' };

export function currencyTextsOf({ numbers, user_cap, side_cap }: CurrencyTerms): CurrencyTexts {
  return { numbers: numbers.join(' '), userCap: user_cap, sideCap: side_cap };
}

/** The entered terms; null for those that are missing or invalid. */
export function readCurrencyTerms({ numbers, userCap, sideCap }: CurrencyTexts) {
  return { numbers: amountsIn(numbers), user_cap: amountIn(userCap), side_cap: amountIn(sideCap) };
}

function amountsIn(text: string): string[] | null {
  const amounts = wordsIn(text).map(amountIn);
  return amounts.length > 0 && amounts.every((amount) => amount !== null) ? amounts : null;
}

function amountIn(text: string): string | null {
  const amount = text.trim();
  return isDecimal(amount) && !amount.startsWith('-') && !isZero(amount) ? amount : null;
}

function wordsIn(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
