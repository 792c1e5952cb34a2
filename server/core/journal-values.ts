import type {
  AccountType,
  Amount,
  CurrencyId,
  IndexPrice,
  Lots,
  MarketId,
  OperatorCause,
  OrderId,
  SelfTradePrevention,
  Side,
  Ticks,
  TimeInForce,
  UserId,
} from '@bourse/engine';
import { Type } from 'typebox';

// What the fields of commands may be in the journal. Whether a number makes sense is for the exchange to say.
const safe = Number.MAX_SAFE_INTEGER;
const integer = { type: 'integer', minimum: -safe, maximum: safe };
const id = { type: 'integer', minimum: 0, maximum: safe };
export const count = Type.Integer({ minimum: -safe, maximum: safe });
export const user = Type.Unsafe<UserId>(id);
export const currency = Type.Unsafe<CurrencyId>(id);
export const market = Type.Unsafe<MarketId>(id);
export const order = Type.Unsafe<OrderId>(id);
export const amount = Type.Unsafe<Amount>(integer);
export const ticks = Type.Unsafe<Ticks>(integer);
export const indexPrice = Type.Unsafe<IndexPrice>(integer);
export const lots = Type.Unsafe<Lots>(integer);
export const accountType = Type.Unsafe<AccountType>(id);
export const side = Type.Unsafe<Side>({ enum: ['buy', 'sell'] satisfies Side[] });
export const timeInForce = Type.Unsafe<TimeInForce>({ enum: ['gtc', 'ioc', 'fok'] satisfies TimeInForce[] });
export const selfTrade = Type.Unsafe<SelfTradePrevention>({
  enum: ['expire_maker', 'expire_taker', 'expire_both'] satisfies SelfTradePrevention[],
});
/** Why an operator decided something. */
export const cause = Type.Unsafe<OperatorCause>({
  enum: [
    'setup',
    'listing',
    'policy',
    'agreement',
    'market_conditions',
    'maintenance',
    'incident',
    'correction',
    'capital',
    'funding',
    'commission',
    'compensation',
  ] satisfies OperatorCause[],
});

// No free text enters the exchange: every text has a short alphabet of its own.
export const code = Type.String({ pattern: '^[A-Z0-9]{1,16}$' });
export const source = Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,64}$' });
export const clientOrderId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,36}$' });
export const indexSource = Type.String({ pattern: '^[a-z0-9_]{1,16}$' });
export const requestKey = Type.Union([Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' }), Type.Null()]);
