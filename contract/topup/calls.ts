import { Type, type Static } from 'typebox';
import { moneyCall, readCall, writeCall } from '../call.ts';
import { Decimal, DecimalInput, Empty, Flag, IntegerInput, Line, Milliseconds, Page } from '../values.ts';

/** The states of a top-up, in the order in which they are passed; the last three are ends. */
export const topupStatuses = ['pending', 'paid', 'credited', 'declined', 'expired', 'charged_back'] as const;
export type TopupStatus = (typeof topupStatuses)[number];

/** The address at which the provider reports what happens to orders; its body is no JSON of this interface. */
export const topupWebhook = { path: 'topup/webhook', maxBytes: 16_384 } as const;

/** A currency that a card can buy. */
export const TopupCurrency = Type.Object({ id: Type.Integer(), code: Type.String(), network: Type.String() });
export type TopupCurrency = Static<typeof TopupCurrency>;

/** Without a provider there are no currencies. Amounts are in `fiat`. */
export const TopupSetting = Type.Object({
  currencies: Type.Array(TopupCurrency),
  /** The name of the provider; null without one. */
  provider: Type.Union([Type.String(), Type.Null()]),
  /** Whether no card is charged. */
  is_demo: Flag,
  fiat: Type.String(),
  minimum: Decimal,
  maximum: Decimal,
  day_limit: Decimal,
  mature_days: Type.Integer({ minimum: 0 }),
  quote_ms: Type.Integer(),
});
export type TopupSetting = Static<typeof TopupSetting>;

const terms = {
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  fiat: Type.String(),
  amount: Decimal,
  /** The part of the amount that the provider keeps. */
  fee: Decimal,
  /** The amount of the currency. */
  number: Decimal,
};

export const TopupQuote = Type.Object({ quote_id: Type.String(), ...terms, expires_at: Milliseconds });
export type TopupQuote = Static<typeof TopupQuote>;

export const TopupRedirect = Type.Object({ id: Type.Integer(), redirect_url: Type.String() });
export type TopupRedirect = Static<typeof TopupRedirect>;

export const Topup = Type.Object({
  id: Type.Integer(),
  ...terms,
  status: Type.Enum(topupStatuses),
  status_name: Type.String(),
  /** The credited coins; null before. */
  credited: Type.Union([Decimal, Type.Null()]),
  /** When all credited coins can leave at the earliest; null before they are credited, and when all can. */
  matures_at: Type.Union([Milliseconds, Type.Null()]),
  /** The page of the provider; null when there is nothing more to do on it. */
  redirect_url: Type.Union([Type.String(), Type.Null()]),
  expires_at: Milliseconds,
  created_at: Milliseconds,
});
export type Topup = Static<typeof Topup>;

/** An order as the page of the demo's provider shows it. */
export const DemoTopup = Type.Object({
  fiat: Type.String(),
  amount: Decimal,
  currency_code: Type.String(),
  number: Decimal,
  address: Type.String(),
  /** The decision; null before it. */
  decision: Type.Union([Type.Enum(['approve', 'decline', 'lapse']), Type.Null()]),
});
export type DemoTopup = Static<typeof DemoTopup>;

export const topupSetting = readCall({ access: 'visitor', rate: 'public' }, 'topup/setting', Empty, TopupSetting);

export const topupQuote = readCall(
  { access: 'user', rate: 'private' },
  'topup/quote',
  Type.Object({ currency_id: IntegerInput, amount: Type.Optional(DecimalInput) }),
  TopupQuote,
  {
    refusals: [
      'topup_unavailable',
      'currency_unknown',
      'topup_currency',
      'quantity_required',
      'quantity_precision',
      'amount_too_large',
      'topup_amount',
      'topup_price_unavailable',
      'topup_provider_failed',
    ],
  },
);

/** Begins a top-up at a quote, once for each quote or idempotency key. */
export const topupCreate = moneyCall(
  { access: 'user', rate: 'order' },
  'topup/create',
  Type.Object({ quote_id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,400}$', maxLength: 400 }) }),
  TopupRedirect,
  {
    refusals: [
      'topup_unavailable',
      'topup_unverified',
      'topup_currency',
      'topup_amount',
      'topup_held',
      'topup_limit',
      'topups_used_up',
      'topup_provider_failed',
      'topup_decided',
      'quote_invalid',
      'quote_expired',
      'chain_unavailable',
    ],
  },
);

export const ownTopups = readCall(
  { access: 'user', rate: 'private' },
  'topup/list',
  Type.Object({ page: Type.Optional(IntegerInput), limit: Type.Optional(IntegerInput) }),
  Page(Topup),
);

const order = Line(400, 1);

export const demoTopup = readCall(
  { access: 'visitor', rate: 'public' },
  'demo/topup',
  Type.Object({ order }),
  DemoTopup,
  { refusals: ['topup_unknown'] },
);

const Decision = Type.Enum(['approve', 'decline', 'lapse']);
export type DemoDecision = Static<typeof Decision>;

/** Decides about an order of a demo: no card is charged. `lapse` leaves it until its time is over. */
export const decideDemoTopup = writeCall(
  { access: 'visitor', rate: 'public' },
  'demo/topup_decide',
  Type.Object({ order, decision: Decision }),
  DemoTopup,
  { refusals: ['topup_unknown', 'topup_decided'] },
);
