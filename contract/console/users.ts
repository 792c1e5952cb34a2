import { Type, type Static, type TSchema } from 'typebox';
import { OwnTrade } from '../spot/history.ts';
import { Order } from '../spot/calls.ts';
import { Decimal, IntegerInput, Line, Milliseconds } from '../values.ts';
import { consoleFourEyes, consoleList, consoleLook, consoleRead, consoleWrite } from './declare.ts';

/** The roles that see users; each action names its own. */
const readers = ['support', 'finance', 'risk', 'admin'] as const;

const user = { id: IntegerInput };
const concerns = { kind: 'user', field: 'id' } as const;

function OrNull<Value extends TSchema>(value: Value) {
  return Type.Union([value, Type.Null()]);
}

/** `outflow`: no money can leave the account; `trading`: in addition, no orders and deposits can be placed. */
export const restrictionScopes = ['none', 'outflow', 'trading'] as const;
const Restriction = Type.Enum(restrictionScopes);

/** The meanings of a search text; `any` tries them all. */
export const userSearches = ['any', 'id', 'email', 'phone', 'order', 'trade'] as const;

/** A user in the list. Contacts are masked. */
export const UserRow = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  mobile: Type.String(),
  created_at: Milliseconds,
  restriction: Restriction,
  fee_tier: Type.Integer(),
  open_orders: Type.Integer(),
  worth_usd: Decimal,
  /** How the search found the user; null without a search. */
  found_by: OrNull(Type.Enum(['id', 'email', 'phone', 'order', 'trade'])),
});
export type UserRow = Static<typeof UserRow>;

/** Rates in parts per million; a negative maker fee is a rebate. */
const rates = {
  maker_fee_ppm: Type.Integer({ minimum: -999_999, maximum: 999_999 }),
  taker_fee_ppm: Type.Integer({ minimum: 0, maximum: 999_999 }),
};

export const UserDetail = Type.Object({
  id: Type.Integer(),
  /** Masked, like the phone number. */
  email: Type.String(),
  mobile: Type.String(),
  area: Type.String(),
  created_at: Milliseconds,
  /** The user whose invitation code was used. */
  invited_by: OrNull(Type.Integer()),
  invited: Type.Integer(),
  is_seller: Type.Boolean(),
  password_changed_at: OrNull(Milliseconds),
  restriction: Restriction,
  fee_tier: Type.Integer(),
  /** Own rates, which override the tier: on one market, or on all others. */
  own_fees: Type.Array(Type.Object({ market_id: OrNull(Type.Integer()), symbol: OrNull(Type.String()), ...rates })),
  /** Changes with each change of tier and rates. */
  fees_version: Type.String(),
  open_orders: Type.Integer(),
  sessions: Type.Integer(),
  /** Whether an authenticator app is on. */
  totp: Type.Boolean(),
  passkeys: Type.Integer(),
  /** When a planned reset of the second factor takes effect, and when the last one did. */
  factor_reset_due_at: OrNull(Milliseconds),
  factor_reset_done_at: OrNull(Milliseconds),
  worth_usd: Decimal,
});
export type UserDetail = Static<typeof UserDetail>;

const UserContact = Type.Object({
  email: Type.String(),
  mobile: Type.String(),
  /** The addresses of the live sessions. */
  addresses: Type.Array(Type.Object({ session: Type.Integer(), address: Type.String() })),
});

/** One account with its value in dollars. */
const UserBalance = Type.Object({
  account: Type.String(),
  currency_id: Type.Integer(),
  currency: Type.String(),
  available: Decimal,
  locked: Decimal,
  worth_usd: Decimal,
});

/** A change of the total of an account. */
export const UserAccountLogRow = Type.Object({
  sequence: Type.Integer(),
  leg: Type.Integer(),
  account: Type.String(),
  currency: Type.String(),
  amount: Decimal,
  fee: Decimal,
  cause: Type.String(),
  cause_id: Type.Integer(),
});
export type UserAccountLogRow = Static<typeof UserAccountLogRow>;

const UserSession = Type.Object({
  id: Type.Integer(),
  browser: Type.String(),
  system: Type.String(),
  kind: Type.Enum(['computer', 'phone', 'tablet', 'program', 'unknown']),
  device: Type.String(),
  /** The IPv4 /24 or IPv6 /48 of the login. */
  network: Type.String(),
  remembered: Type.Boolean(),
  created_at: Milliseconds,
  last_used_at: Milliseconds,
  expires_at: Milliseconds,
});

const UserDevice = Type.Object({
  device: Type.String(),
  first_used_at: Milliseconds,
  last_used_at: Milliseconds,
});

/** A message to the user, without its content: messages can contain codes. */
export const UserMessage = Type.Object({
  id: Type.Integer(),
  channel: Type.Enum(['email', 'sms']),
  /** The name of the text. */
  template: Type.String(),
  language: Type.String(),
  state: Type.Enum(['queued', 'sent', 'failed', 'kept', 'pretended']),
  attempts: Type.Integer(),
  created_at: Milliseconds,
});
export type UserMessage = Static<typeof UserMessage>;

export const UserNote = Type.Object({
  id: Type.Integer(),
  staff: Type.String(),
  reason_code: Type.String(),
  text: Type.String(),
  created_at: Milliseconds,
});
export type UserNote = Static<typeof UserNote>;

/** A row of the audit log about the user. */
export const UserAction = Type.Object({
  id: Type.Integer(),
  at: Milliseconds,
  staff: Type.String(),
  kind: Type.String(),
  action: Type.String(),
  reason_code: OrNull(Type.String()),
  reason: OrNull(Type.String()),
  before: Type.Unknown(),
  after: Type.Unknown(),
  approval: OrNull(Type.Integer()),
});
export type UserAction = Static<typeof UserAction>;

const RestrictionChanged = Type.Object({ before: Restriction, after: Restriction });

/** Users: search, person, money, orders, sessions, messages, notes, restrictions and fees. */
export const userCalls = {
  users: consoleList({
    audience: readers,
    path: 'users',
    input: {
      search: Type.Optional(Line(254)),
      by: Type.Optional(Type.Enum(userSearches)),
      restriction: Type.Optional(Type.Enum(['outflow', 'trading'])),
    },
    row: UserRow,
  }),
  user: consoleRead({ audience: readers, path: 'user', concerns, input: user, output: UserDetail }),
  userContact: consoleLook({ audience: readers, path: 'user/contact', concerns, input: user, output: UserContact }),
  userBalances: consoleRead({
    audience: readers,
    path: 'user/balances',
    concerns,
    input: user,
    output: Type.Object({ rows: Type.Array(UserBalance), worth_usd: Decimal }),
  }),
  userAccountLog: consoleList({
    audience: readers,
    path: 'user/account-log',
    concerns,
    input: { ...user, currency_id: Type.Optional(IntegerInput) },
    row: UserAccountLogRow,
  }),
  userOpenOrders: consoleList({ audience: readers, path: 'user/open-orders', concerns, input: user, row: Order }),
  userOrders: consoleList({ audience: readers, path: 'user/orders', concerns, input: user, row: Order }),
  userTrades: consoleList({ audience: readers, path: 'user/trades', concerns, input: user, row: OwnTrade }),
  userSessions: consoleRead({
    audience: readers,
    path: 'user/sessions',
    concerns,
    input: user,
    output: Type.Object({ sessions: Type.Array(UserSession), devices: Type.Array(UserDevice) }),
  }),
  endUserSessions: consoleWrite({
    audience: ['support'],
    path: 'user/sessions/end',
    concerns,
    input: user,
    output: Type.Object({ ended: Type.Integer() }),
  }),
  userMessages: consoleList({ audience: readers, path: 'user/messages', concerns, input: user, row: UserMessage }),
  userNotes: consoleList({ audience: readers, path: 'user/notes', concerns, input: user, row: UserNote }),
  /** The reason is the text of the note. */
  addUserNote: consoleWrite({ audience: ['support'], path: 'user/notes/add', concerns, input: user, output: UserNote }),
  userActions: consoleList({ audience: readers, path: 'user/actions', concerns, input: user, row: UserAction }),
  /** Stops money from leaving the account of a user who is not restricted. */
  stopUserOutflow: consoleWrite({
    audience: ['support', 'risk'],
    path: 'user/stop-outflow',
    concerns,
    stepUp: true,
    input: user,
    output: RestrictionChanged,
    refusals: { already_restricted: ['scope'] },
  }),
  /** Also cancels the open orders of the user. */
  stopUserTrading: consoleWrite({
    audience: ['risk'],
    path: 'user/stop-trading',
    concerns,
    stepUp: true,
    input: user,
    output: RestrictionChanged,
    refusals: { already_restricted: ['scope'] },
  }),
  /** Reduces or ends a restriction; `version` is the scope that was shown. */
  liftUserRestriction: consoleWrite({
    audience: ['risk'],
    path: 'user/lift-restriction',
    concerns,
    stepUp: true,
    input: { ...user, version: Restriction, scope: Type.Enum(['none', 'outflow']) },
    output: RestrictionChanged,
    refusals: { not_restricted: [] },
  }),
  /** Plans the removal of authenticator app, passkeys and recovery codes of an owner who has lost them. */
  resetUserFactor: consoleFourEyes({
    audience: ['support', 'risk'],
    path: 'user/reset-factor',
    concerns,
    input: user,
    output: Type.Object({ due_at: Milliseconds }),
    refusals: { factor_off: [], reset_planned: [] },
  }),
  stopFactorReset: consoleWrite({
    audience: ['support', 'risk'],
    path: 'user/stop-factor-reset',
    concerns,
    input: user,
    output: Type.Object({ stopped: Type.Literal(true) }),
    refusals: { reset_not_planned: [] },
  }),
  /** `version` is the `fees_version` that was shown. */
  setUserFeeTier: consoleWrite({
    audience: ['finance'],
    path: 'user/fee-tier',
    concerns,
    stepUp: true,
    input: { ...user, version: Line(4_000), tier: Type.Integer({ minimum: 0, maximum: 99 }) },
    output: Type.Object({ before: Type.Integer(), after: Type.Integer() }),
  }),
  /** Rates on one market, or on all others (`market_id` null); null removes them. */
  setUserFees: consoleWrite({
    audience: ['finance'],
    path: 'user/fees',
    concerns,
    stepUp: true,
    input: { ...user, version: Line(4_000), market_id: OrNull(Type.Integer()), rates: OrNull(Type.Object(rates)) },
    output: Type.Object({ before: OrNull(Type.Object(rates)), after: OrNull(Type.Object(rates)) }),
    refusals: { market_unknown: [] },
  }),
} as const;
