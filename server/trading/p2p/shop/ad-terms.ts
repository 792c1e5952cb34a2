import type { CallInput } from '@bourse/contract';
import { readPayMinutes, type shopAdEdit } from '@bourse/contract/p2p';
import { paymentTypes } from '@bourse/contract/payments';
import type { UserId } from '@bourse/engine';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { type Currency, wideText } from '../../../ground/feed/index.ts';
import { readDecimal, refused, type Refused } from '../../../ground/gateway/index.ts';
import type { PaymentMethods } from '../../../people/payments/index.ts';
import { codesFor, type Fiat } from '../rates/fiats.ts';
import { outsideBand } from './ad-for-taking.ts';
import { type ConditionParts, priceOf } from './conditions.ts';
import { type AdSide, fiatWithin, isTooPrecise, priceScale, readBasisPoints } from './prices.ts';

const Units = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Maybe = <Value extends Parameters<typeof Type.Array>[0]>(value: Value) => Type.Union([value, Type.Null()]);

/** The terms of an ad that its owner can change. `price` is text, because it may exceed the safe integers. */
const AdTerms = Type.Object({
  price: Maybe(Type.String({ pattern: '^[0-9]{1,30}$' })),
  basisPoints: Maybe(Type.Integer()),
  min: Units,
  max: Units,
  total: Units,
  methods: Type.Array(Units),
  payMinutes: Units,
  autoOpen: Type.Boolean(),
  autoReply: Type.String(),
  terms: Type.String(),
  needOrders: Units,
  needDays: Units,
  hoursFrom: Maybe(Units),
  hoursTo: Maybe(Units),
});
export type AdTerms = Static<typeof AdTerms>;

/** Terms that were stored as JSON. */
export function readAdTerms(stored: unknown): AdTerms {
  if (!Check(AdTerms, stored)) throw new Error('the stored terms of an ad are invalid');
  return stored;
}

/** Terms as columns of the table. */
export function rowOfTerms(terms: AdTerms) {
  return {
    price: terms.price,
    basis_points: terms.basisPoints,
    min_fiat: terms.min,
    max_fiat: terms.max,
    total: terms.total,
    methods: terms.methods,
    pay_minutes: terms.payMinutes,
    auto_open: terms.autoOpen,
    auto_reply: terms.autoReply,
    terms: terms.terms,
    need_orders: terms.needOrders,
    need_days: terms.needDays,
    hours_from: terms.hoursFrom,
    hours_to: terms.hoursTo,
  };
}

export interface TermParts extends ConditionParts {
  readonly paymentMethods: Pick<PaymentMethods, 'list'>;
  readonly settings: ConditionParts['settings'] & {
    readonly p2p_pay_minutes: string;
    readonly payment_types: string;
  };
}

/** The parts of an ad that never change. */
interface AdFrame {
  readonly user: UserId;
  readonly side: AdSide;
  readonly currency: Currency;
  readonly fiat: Fiat;
}

type Input = Omit<CallInput<typeof shopAdEdit>, 'id'>;
type TermRefusal = Refused<
  | 'invalid_request'
  | 'price_required'
  | 'price_precision'
  | 'price_out_of_range'
  | 'rate_stale'
  | 'quantity_required'
  | 'quantity_precision'
  | 'amount_too_large'
  | 'ad_range_invalid'
  | 'method_unknown'
  | 'pay_minutes_unknown'
>;

/** The terms of a request, or the first thing that is wrong with them. */
export async function judgeTerms(parts: TermParts, frame: AdFrame, input: Input): Promise<AdTerms | TermRefusal> {
  const { currency, fiat, side, user } = frame;
  const priced = judgePrice(parts, frame, input);
  if ('ok' in priced) return priced;
  const min = readUnits(input.min, fiat.decimals, 'min');
  if (typeof min !== 'number') return min;
  const max = readUnits(input.max, fiat.decimals, 'max');
  if (typeof max !== 'number') return max;
  const total = readUnits(input.total, currency.decimals, 'total');
  if (typeof total !== 'number') return total;
  const most = fiatWithin(BigInt(total), priced.now, { coin: currency.decimals, fiat: fiat.decimals });
  if (min > max || most < BigInt(min)) return refused('ad_range_invalid');
  const methods = input.methods.map(Number);
  const known = await usableMethods(parts, { user, side, fiat });
  if (new Set(methods).size !== methods.length || methods.some((method) => !known.has(method))) {
    return refused('method_unknown');
  }
  const payMinutes = Number(input.pay_minutes);
  if (readPayMinutes(parts.settings.p2p_pay_minutes)?.includes(payMinutes) !== true) {
    return refused('pay_minutes_unknown');
  }
  const { auto_reply: autoReply = '', days: needDays = 0, hours = null, orders: needOrders = 0, terms = '' } = input;
  return {
    price: priced.price,
    basisPoints: priced.basisPoints,
    min,
    max,
    total,
    methods,
    payMinutes,
    autoOpen: input.auto_open === 1,
    autoReply: autoReply.trim(),
    terms: terms.trim(),
    needOrders,
    needDays,
    hoursFrom: hours?.from ?? null,
    hoursTo: hours?.to ?? null,
  };
}

/** The price or the distance from the reference, and the price of an order now. */
function judgePrice(
  parts: TermParts,
  { currency, fiat, side }: AdFrame,
  { percent, price }: Pick<Input, 'percent' | 'price'>,
): (Pick<AdTerms, 'basisPoints' | 'price'> & { readonly now: bigint }) | TermRefusal {
  const isFixed = percent === undefined || percent === '';
  if (!isFixed && price !== undefined && price !== '') {
    return refused('invalid_request', { field: 'percent', problem: 'unknown' });
  }
  const ad = { currency: currency.id, fiat: fiat.code, side };
  if (parts.references.of(ad.currency, ad.fiat) === null) return refused('rate_stale');
  const fixed = isFixed ? readPrice(parts.references.decimalsOf(ad), price) : null;
  if (fixed !== null && typeof fixed !== 'bigint') return fixed;
  const basisPoints = isFixed ? null : readBasisPoints(String(percent));
  if (!isFixed && basisPoints === null) return refused('invalid_request', { field: 'percent', problem: 'format' });
  const now = priceOf(parts, { ...ad, price: fixed, basisPoints });
  if ('obstacle' in now) return now.obstacle === 'rate' ? refused('rate_stale') : outsideBand(ad, now);
  return { price: fixed === null ? null : String(fixed), basisPoints, now: now.price };
}

function readPrice(decimals: number, price: Input['price']): bigint | TermRefusal {
  const read = readDecimal(price, priceScale);
  switch (read.kind) {
    case 'absent':
      return refused('price_required');
    case 'malformed':
      return refused('invalid_request', { field: 'price', problem: 'format' });
    case 'too_precise':
      return refused('price_precision', { decimals });
    case 'too_large':
      return refused('amount_too_large', { maximum: wideText(BigInt(Number.MAX_SAFE_INTEGER), priceScale) });
    case 'units': {
      const units = BigInt(read.units);
      return isTooPrecise(units, decimals) ? refused('price_precision', { decimals }) : units;
    }
  }
}

function readUnits(given: Input['total'], decimals: number, field: string): number | TermRefusal {
  const read = readDecimal(given, decimals);
  switch (read.kind) {
    case 'absent':
      return refused('quantity_required');
    case 'malformed':
      return refused('invalid_request', { field, problem: 'format' });
    case 'too_precise':
      return refused('quantity_precision', { decimals });
    case 'too_large':
      return refused('amount_too_large', { maximum: wideText(BigInt(Number.MAX_SAFE_INTEGER), decimals) });
    case 'units':
      return read.units;
  }
}

/** Ids of the merchant's own methods that pay in the fiat currency, or of such types on an ad that buys. */
async function usableMethods(
  { paymentMethods, settings }: TermParts,
  { fiat, side, user }: Pick<AdFrame, 'fiat' | 'side' | 'user'>,
): Promise<ReadonlySet<number>> {
  const codes = codesFor(fiat.code, settings.payment_types);
  if (side === 'buy') return new Set(codes.map((code) => paymentTypes[code].id));
  const own = await paymentMethods.list(user);
  return new Set(own.filter(({ code }) => codes.includes(code)).map(({ id }) => id));
}
