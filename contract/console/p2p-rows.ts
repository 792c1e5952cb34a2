import { Type, type Static, type TSchema } from 'typebox';
import {
  adStates,
  adSuspensions,
  appealCauses,
  appealFindings,
  cancelReasons,
  chatEvents,
  legalEndReasons,
  legalReleasers,
  LegalStatus,
  merchantStates,
  reportReasons,
} from '../p2p/index.ts';
import { PaymentRawData } from '../payments/calls.ts';
import { paymentCodes } from '../payments/index.ts';
import { Decimal, Milliseconds } from '../values.ts';

export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const Version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Fiat = Type.String({ pattern: '^[A-Z]{3}$', minLength: 3, maxLength: 3 });

function OrNull<Value extends TSchema>(value: Value) {
  return Type.Union([value, Type.Null()]);
}

const TakenBy = OrNull(Type.Object({ name: Type.String(), until: Milliseconds, is_me: Type.Boolean() }));

/** A merchant or an applicant, with the figures that decide. */
export const P2pMerchantRow = Type.Object({
  /** The id of the user. */
  id: Count,
  name: Type.String(),
  state: Type.Enum([...merchantStates]),
  version: Version,
  applied_at: Milliseconds,
  decided_at: OrNull(Milliseconds),
  decided_by: OrNull(Type.String()),
  /** The text of the applicant, and the answer of staff. */
  application: Type.String(),
  words: Type.String(),
  review_status: Type.Enum([0, 1, 2]),
  phone: Type.Boolean(),
  second_factor: Type.Boolean(),
  /** Appeals lost within 90 days, and reports that staff upheld. */
  lost_appeals: Count,
  upheld_reports: Count,
  /** Other merchants with the same name. */
  same_name: Count,
  level: OrNull(Type.Integer({ minimum: 1, maximum: 3 })),
  paused: Type.Boolean(),
  orders_30d: Count,
  completion_rate: OrNull(Decimal),
  ads_open: Count,
  orders_open: Count,
});
export type P2pMerchantRow = Static<typeof P2pMerchantRow>;

export const P2pAdRow = Type.Object({
  id: Count,
  version: Version,
  user_id: Count,
  merchant: Type.String(),
  side: Type.Enum(['buy', 'sell']),
  currency_code: Type.String(),
  fiat: Fiat,
  price: OrNull(Decimal),
  percent: OrNull(Decimal),
  min: Decimal,
  max: Decimal,
  total: Decimal,
  left: Decimal,
  terms: Type.String(),
  auto_reply: Type.String(),
  state: Type.Enum([...adStates]),
  suspended_by: OrNull(Type.Enum([...adSuspensions])),
  orders_open: Count,
  reports: Count,
  changed_at: Milliseconds,
});
export type P2pAdRow = Static<typeof P2pAdRow>;

const orderRow = {
  id: Count,
  number: Type.String(),
  status: LegalStatus,
  end_reason: OrNull(Type.Enum([...legalEndReasons])),
  released_by: OrNull(Type.Enum([...legalReleasers])),
  ad_id: Count,
  buyer_id: Count,
  seller_id: Count,
  currency_code: Type.String(),
  number_coin: Decimal,
  fiat: Fiat,
  amount: Decimal,
  /** In dollars at the rate of its opening. */
  usd: Decimal,
  created_at: Milliseconds,
  paid_at: OrNull(Milliseconds),
  ended_at: OrNull(Milliseconds),
};

export const P2pOrderRow = Type.Object(orderRow);
export type P2pOrderRow = Static<typeof P2pOrderRow>;

/** An appeal in the queue. `version` counts its changes; a decision names the one that was seen. */
export const P2pAppealRow = Type.Object({
  ...orderRow,
  version: Version,
  opened_by: Type.Enum(['buyer', 'seller', 'exchange']),
  reason: Type.Enum([...appealCauses]),
  opened_at: Milliseconds,
  /** Whether the other side has answered, and until when it should. */
  answered: Type.Boolean(),
  answer_until: Milliseconds,
  /** Until when risk should decide. */
  decide_until: Milliseconds,
  taken_by: TakenBy,
  /** Whether a decision needs a second person. */
  four_eyes: Type.Boolean(),
  outcome: OrNull(Type.Enum(['withdrawn', 'conceded', 'released', 'refunded'])),
  finding: OrNull(Type.Enum([...appealFindings])),
  decided_at: OrNull(Milliseconds),
  decided_by: OrNull(Type.String()),
  /** Until when the decision can be reviewed; null if it cannot. */
  review_until: OrNull(Milliseconds),
  reviewed_at: OrNull(Milliseconds),
});
export type P2pAppealRow = Static<typeof P2pAppealRow>;

const Party = Type.Object({
  user_id: Count,
  /** The verified name. */
  name: Type.String(),
  registered_at: Milliseconds,
  orders: Count,
  completion_rate: OrNull(Decimal),
  appeals: Count,
  lost_appeals: Count,
  restricted: Type.Boolean(),
});

/** An order with everything that staff need to decide. Images are counted; each is read with `p2pImage`. */
export const P2pOrderCase = Type.Object({
  row: P2pOrderRow,
  buyer: Party,
  seller: Party,
  price: Decimal,
  fee: Decimal,
  terms: Type.String(),
  reference: Type.String(),
  payees: Type.Array(Type.Object({ id: Count, code: Type.Enum(paymentCodes), raw_data: PaymentRawData })),
  payee_id: OrNull(Count),
  /** Whether there is a voucher, and the earlier orders in which its picture was used. */
  voucher: Type.Boolean(),
  voucher_seen: Type.Array(Count),
  /** Other open orders to this seller with the same amount. */
  equal_amounts: Type.Array(Count),
  cancel_reason: OrNull(Type.Enum([...cancelReasons])),
  late_filed_at: OrNull(Milliseconds),
  steps: Type.Array(Type.Object({ status: LegalStatus, at: Milliseconds, by: Type.String() })),
  appeals: Type.Array(
    Type.Object({
      opened_by: Type.Enum(['buyer', 'seller', 'exchange']),
      reason: Type.Enum([...appealCauses]),
      opened_at: Milliseconds,
      evidence: Type.Array(
        Type.Object({
          id: Count,
          from: Type.Enum(['buyer', 'seller', 'exchange']),
          content: Type.String(),
          images: Count,
          created_at: Milliseconds,
        }),
      ),
      outcome: OrNull(Type.Enum(['withdrawn', 'conceded', 'released', 'refunded'])),
      finding: OrNull(Type.Enum([...appealFindings])),
      words: Type.String(),
      ended_at: OrNull(Milliseconds),
    }),
  ),
  chat: Type.Array(
    Type.Object({
      i: Count,
      from: Type.Enum(['buyer', 'seller', 'support', 'exchange']),
      text: Type.String(),
      image: Type.Boolean(),
      event: OrNull(Type.Enum([...chatEvents])),
      created_at: Milliseconds,
    }),
  ),
  /** Whether the hashes of the chat fit together. */
  chat_intact: Type.Boolean(),
  /** Whether terms, accounts, amount, price and reference are those whose hash the escrow has. */
  terms_intact: Type.Boolean(),
});
export type P2pOrderCase = Static<typeof P2pOrderCase>;

/** The bond of a merchant, of which whole parts are held. `pending`: the application is undecided. */
export const P2pBondRow = Type.Object({
  /** The id of the user. */
  id: Count,
  merchant: Type.String(),
  state: Type.Enum([...merchantStates]),
  currency_code: Type.String(),
  part: Decimal,
  parts_held: Count,
  held: Decimal,
  paid: Decimal,
  returned: Decimal,
  /** When a leaving merchant gets it back; null otherwise. */
  returned_at: OrNull(Milliseconds),
});
export type P2pBondRow = Static<typeof P2pBondRow>;

export const P2pReportRow = Type.Object({
  id: Count,
  version: Version,
  subject: Type.Enum(['ad', 'trader']),
  /** The ad, if one was reported, and the user who was reported or has it. */
  ad_id: OrNull(Count),
  user_id: Count,
  reporter_id: Count,
  reason: Type.Enum([...reportReasons]),
  content: Type.String(),
  created_at: Milliseconds,
  state: Type.Enum(['open', 'upheld', 'dismissed']),
  decided_by: OrNull(Type.String()),
  decided_at: OrNull(Milliseconds),
  /** Reports about the user that were upheld; three suspend a merchant. */
  upheld: Count,
});
export type P2pReportRow = Static<typeof P2pReportRow>;

/** The rate of a fiat currency: units for one dollar. */
export const P2pRateRow = Type.Object({
  fiat: Fiat,
  version: Count,
  rate: OrNull(Decimal),
  source: Type.Enum(['adapter', 'operator', 'fixed']),
  at: OrNull(Milliseconds),
  stale: Type.Boolean(),
  changed_by: OrNull(Type.String()),
});
export type P2pRateRow = Static<typeof P2pRateRow>;

/** Figures of peer-to-peer trading; ages in hours. */
export const P2pFigures = Type.Object({
  ads: Type.Object({ open: Count, suspended: Count }),
  orders: Type.Object({ unpaid: Count, paid: Count, delayed: Count, appealed: Count }),
  /** Open appeals by the time since they were opened. */
  appeals: Type.Object({ day: Count, two_days: Count, three_days: Count, older: Count }),
  /** The figures of the last 30 days. */
  completed: Count,
  cancelled: Count,
  timed_out: Count,
  auto_released: Count,
  appealed: Count,
  escrow: Type.Array(Type.Object({ currency_code: Type.String(), amount: Decimal, offered: Decimal, bonds: Decimal })),
  turnover: Type.Array(Type.Object({ fiat: Fiat, orders: Count, amount: Decimal, usd: Decimal })),
  as_of: Milliseconds,
});
export type P2pFigures = Static<typeof P2pFigures>;
