import { withPlainDigits, type CallInput } from '@bourse/contract';
import type { LegalCurrencies, LegalHours, LegalPair, LegalSide, ShopAd, shopAdEdit } from '@bourse/contract/p2p';
import {
  compareDecimals,
  decimalsOf,
  fromUnits,
  isDecimal,
  isZero,
  multiplyDecimals,
  toUnits,
} from '../../live/decimal.ts';
import { floatingPrice, priceBand } from './ad-price.ts';

/** The form of an ad, as entered. */
export interface AdDraft {
  readonly side: LegalSide;
  readonly currencyId: number;
  readonly fiat: string;
  readonly kind: 'fixed' | 'floating';
  readonly price: string;
  readonly percent: string;
  readonly min: string;
  readonly max: string;
  readonly total: string;
  /** Ids of own payment methods on an ad that sells, of payment types on one that buys. */
  readonly methods: readonly number[];
  readonly payMinutes: number;
  readonly autoOpen: boolean;
  readonly autoReply: string;
  readonly terms: string;
  readonly orders: number;
  readonly days: number;
  /** Times of the day in UTC such as "09:30"; null for the whole day. */
  readonly hours: { readonly from: string; readonly to: string } | null;
}

/** The terms of the ad's coin and fiat currency. */
export interface AdMarket {
  readonly pair: LegalPair;
  /** The decimals of the coin and of the fiat currency. */
  readonly decimals: number;
  readonly fiatDecimals: number;
  /** How far a price may be from the reference, in percent. */
  readonly bandPercent: string;
}

export type AdField = 'price' | 'min' | 'max' | 'total' | 'methods';

/** Why a field cannot be sent. */
export type AdProblem = 'missing' | 'outside' | 'range' | 'committed';

export interface AdJudgement {
  /** The price of an order that is opened now; null without one. */
  readonly priceNow: string | null;
  readonly band: { readonly low: string; readonly high: string } | null;
  /** The coins that the ad locks; null on an ad that buys, and without a total. */
  readonly locks: string | null;
  /** How many more coins it locks than before. */
  readonly more: string;
  readonly problems: Readonly<Partial<Record<AdField, AdProblem>>>;
  /** The terms to send; null while there is a problem. */
  readonly terms: Omit<CallInput<typeof shopAdEdit>, 'id'> | null;
}

/** A new ad in the first coin and fiat currency that are traded; null if there are none. */
export function newDraft({ pairs }: LegalCurrencies, payMinutes: readonly number[]): AdDraft | null {
  const [pair] = pairs;
  const [minutes] = payMinutes;
  if (pair === undefined || minutes === undefined) return null;
  return {
    side: 'sell',
    currencyId: pair.currency_id,
    fiat: pair.fiat,
    kind: 'floating',
    price: '',
    percent: '0',
    min: '',
    max: '',
    total: '',
    methods: [],
    payMinutes: minutes,
    autoOpen: true,
    autoReply: '',
    terms: '',
    orders: 0,
    days: 0,
    hours: null,
  };
}

/** The form of an ad that is edited. */
export function draftOf(ad: ShopAd): AdDraft {
  return {
    side: ad.side,
    currencyId: ad.currency.id,
    fiat: ad.fiat,
    kind: ad.percent === null ? 'fixed' : 'floating',
    price: ad.price ?? '',
    percent: ad.percent ?? '0',
    min: ad.min,
    max: ad.max,
    total: ad.total,
    methods: ad.methods.map(({ id, method }) => id ?? method.type),
    payMinutes: ad.pay_minutes,
    autoOpen: ad.auto_open === 1,
    autoReply: ad.auto_reply,
    terms: ad.terms,
    orders: ad.orders,
    days: ad.days,
    hours: ad.hours === null ? null : { from: timeOf(ad.hours.from), to: timeOf(ad.hours.to) },
  };
}

/** The coins of an ad that cannot be taken back: sold and in orders. */
export function committedOf(ad: Pick<ShopAd, 'sold' | 'in_orders'> | null, decimals: number): string {
  if (ad === null) return '0';
  return fromUnits(toUnits(ad.sold, decimals) + toUnits(ad.in_orders, decimals), decimals);
}

/** The meaning of a draft, and its problems. `ad` is the one that is edited. */
export function judgeAd(draft: AdDraft, market: AdMarket, ad: ShopAd | null): AdJudgement {
  const { bandPercent, decimals, pair } = market;
  const { price_decimals: priceDecimals, reference } = pair;
  const band = priceBand(reference, bandPercent, priceDecimals);
  const fixed = amountOf(draft.price);
  const priceNow =
    draft.kind === 'fixed' ? fixed : floatingPrice(reference, plainOf(draft.percent), draft.side, priceDecimals);
  const [min, max, total] = [amountOf(draft.min), amountOf(draft.max), amountOf(draft.total)];
  const committed = committedOf(ad, decimals);
  const isCommitted = total !== null && compareDecimals(total, committed) < 0;
  const free = total === null || isCommitted ? null : difference(total, committed, decimals);
  const locks = draft.side === 'sell' ? free : null;
  const problems: Partial<Record<AdField, AdProblem>> = {};
  const priceProblem = problemOfPrice(draft, priceNow, bandPercent, band);
  if (priceProblem !== null) problems.price = priceProblem;
  if (min === null) problems.min = 'missing';
  if (max === null) problems.max = 'missing';
  else if (min !== null && compareDecimals(max, min) < 0) problems.max = 'range';
  if (total === null) problems.total = 'missing';
  else if (isCommitted) problems.total = 'committed';
  else if (min !== null && isBelow(total, priceNow, min)) problems.total = 'range';
  if (draft.methods.length === 0) problems.methods = 'missing';
  const isComplete = Object.keys(problems).length === 0 && min !== null && max !== null && total !== null;
  return {
    priceNow,
    band,
    locks,
    more: locks === null ? '0' : moreThanBefore(locks, ad, decimals),
    problems,
    terms: isComplete ? termsOf(draft, { min, max, total }) : null,
  };
}

/**
 * A floating price is compared with the band as a percentage, because rounding may move it out of the band by one unit.
 * Without a reference a fixed price cannot be compared; the server decides.
 */
function problemOfPrice(
  { kind, percent }: AdDraft,
  price: string | null,
  bandPercent: string,
  band: AdJudgement['band'],
): AdProblem | null {
  if (kind === 'floating') {
    const plain = plainOf(percent);
    if (!isDecimal(plain)) return 'missing';
    return compareDecimals(plain.replace('-', ''), bandPercent) > 0 ? 'outside' : null;
  }
  if (price === null) return 'missing';
  if (band === null) return null;
  return compareDecimals(price, band.low) < 0 || compareDecimals(price, band.high) > 0 ? 'outside' : null;
}

/** Whether all coins together are worth less than the smallest order. */
function isBelow(total: string, price: string | null, min: string): boolean {
  return price !== null && compareDecimals(multiplyDecimals(total, price), min) < 0;
}

function termsOf(
  draft: AdDraft,
  amounts: { readonly min: string; readonly max: string; readonly total: string },
): NonNullable<AdJudgement['terms']> {
  return {
    ...(draft.kind === 'fixed' ? { price: plainOf(draft.price) } : { percent: plainOf(draft.percent) }),
    ...amounts,
    methods: [...draft.methods],
    pay_minutes: draft.payMinutes,
    auto_open: draft.autoOpen ? 1 : 0,
    auto_reply: draft.autoReply.trim(),
    terms: draft.terms.trim(),
    orders: draft.orders,
    days: draft.days,
    hours: hoursOf(draft.hours),
  };
}

/** The coins that are locked beyond those that the ad has locked already. */
function moreThanBefore(locks: string, ad: ShopAd | null, decimals: number): string {
  const more = toUnits(locks, decimals) - toUnits(ad?.left ?? '0', decimals);
  return fromUnits(more > 0n ? more : 0n, decimals);
}

function difference(a: string, b: string, decimals: number): string {
  const most = Math.max(decimals, decimalsOf(a));
  return fromUnits(toUnits(a, most) - toUnits(b, most), most);
}

/** A whole number from 0 to `most`, as typed with the digits of any script. */
export function wholeOf(text: string, most: number): number {
  const digits = withPlainDigits(text).replaceAll(/\D/g, '').slice(0, 6);
  return Math.min(most, Number(digits));
}

/** The time of a minute of the day: "09:30". */
export function timeOf(minute: number): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Hours as they are sent; the same time twice, or an incomplete one, means the whole day. */
export function hoursOf(hours: AdDraft['hours']): LegalHours | null {
  const from = minuteOf(hours?.from ?? '');
  const to = minuteOf(hours?.to ?? '');
  return from === null || to === null || from === to ? null : { from, to };
}

function minuteOf(time: string): number | null {
  const [, hour = '', minute = ''] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(time) ?? [];
  return hour === '' ? null : Number(hour) * 60 + Number(minute);
}

/** An amount above zero; null while there is none. */
function amountOf(text: string): string | null {
  const plain = plainOf(text);
  return isDecimal(plain) && !plain.startsWith('-') && !isZero(plain) ? plain : null;
}

/** A decimal without the point that a reader has typed last, and with the zero that was left out. */
function plainOf(text: string): string {
  return text.replace(/^(-?)\./, '$10.').replace(/\.$/, '');
}
