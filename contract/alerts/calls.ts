import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { Decimal, DecimalInput, Empty, Flag, IntegerInput, Milliseconds, Nothing } from '../values.ts';

const reading = { access: 'user', rate: 'private' } as const;

/** The maximum number of alerts that a user can have. */
export const maxAlerts = 50;

/** The side of a price alert: it fires when the last price is at or above, or at or below, its price. */
export const AlertDirection = Type.Enum(['above', 'below']);
export type AlertDirection = Static<typeof AlertDirection>;

/**
 * A price alert. One that does not repeat is deleted when it fires. `armed` is 0 while a repeating alert waits for the
 * price to cross back.
 */
export const Alert = Type.Object({
  id: Type.Integer(),
  currency_match_id: Type.Integer(),
  symbol: Type.String(),
  direction: AlertDirection,
  price: Decimal,
  repeat: Flag,
  armed: Flag,
  created_at: Milliseconds,
  fired_at: Type.Union([Milliseconds, Type.Null()]),
});
export type Alert = Static<typeof Alert>;

export const alertsList = readCall(reading, 'alerts/list', Empty, Type.Array(Alert));

/** Adds a price alert. `repeat` is 0 if absent. */
export const alertsAdd = writeCall(
  reading,
  'alerts/add',
  Type.Object({
    currency_match_id: IntegerInput,
    direction: AlertDirection,
    price: Type.Optional(DecimalInput),
    repeat: Type.Optional(Flag),
  }),
  Alert,
  {
    message: 'alert_added',
    refusals: [
      'market_unknown',
      'price_required',
      'price_precision',
      'price_step',
      'amount_too_large',
      'alert_price_reached',
      'alert_exists',
      'too_many_alerts',
    ],
  },
);

export const alertsRemove = writeCall(
  { access: 'owner', rate: 'private' },
  'alerts/remove',
  Type.Object({ id: IntegerInput }),
  Nothing,
  { message: 'alert_removed', refusals: ['alert_unknown'] },
);

/** A notice to a user. `n` counts the notices of this user from 1; `figures` are the parameters of its text. */
export const NoticeRow = Type.Object({
  n: Type.Integer({ minimum: 1 }),
  template: Type.String(),
  figures: Type.Record(Type.String(), Type.String()),
  created_at: Milliseconds,
  read: Flag,
});
export type NoticeRow = Static<typeof NoticeRow>;

/** Notices, newest first. `unread` counts all unread ones; `next` is the `before` of the next page, null at the end. */
export const NoticePage = Type.Object({
  unread: Type.Integer({ minimum: 0 }),
  data: Type.Array(NoticeRow),
  next: Type.Union([Type.Integer(), Type.Null()]),
});
export type NoticePage = Static<typeof NoticePage>;

export const noticesList = readCall(
  reading,
  'notices/list',
  Type.Object({ before: Type.Optional(IntegerInput), limit: Type.Optional(IntegerInput) }),
  NoticePage,
  { topics: ['notices'] },
);

/** Marks the notices up to number `n` as read. */
export const noticesRead = writeCall(
  reading,
  'notices/read',
  Type.Object({ n: IntegerInput }),
  Type.Object({ unread: Type.Integer({ minimum: 0 }) }),
);

/** How notices of one kind are delivered: by mail, on the page, and with a sound on the page. */
export const NoticeWays = Type.Object({ mail: Type.Boolean(), page: Type.Boolean(), sound: Type.Boolean() });
export type NoticeWays = Static<typeof NoticeWays>;

export const NoticePreferences = Type.Object({
  orders: NoticeWays,
  p2p: NoticeWays,
  deposits: NoticeWays,
  alerts: NoticeWays,
  agent: NoticeWays,
  news: NoticeWays,
});
export type NoticePreferences = Static<typeof NoticePreferences>;

export const noticePreferences = readCall(reading, 'notify/preferences', Empty, NoticePreferences);

/** Replaces all preferences. */
export const setNoticePreferences = writeCall(
  reading,
  'notify/save_preferences',
  NoticePreferences,
  NoticePreferences,
  { message: 'preferences_saved' },
);
