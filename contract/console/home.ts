import { Type, type Static } from 'typebox';
import { Line, Milliseconds, Nothing } from '../values.ts';
import { consoleRead, consoleWrite } from './declare.ts';

/** The queues of the capabilities, in the order of the page. */
export const queueNames = [
  'approvals',
  'withdrawals',
  'verifications',
  'appeals',
  'merchants',
  'reports',
  'feedback',
] as const;
export type QueueName = (typeof queueNames)[number];

/** Work that waits for staff. */
export const QueueRow = Type.Object({
  name: Type.Enum(queueNames),
  /** The screen of the console with the queue, such as `/approvals`. */
  screen: Type.String(),
  count: Type.Integer({ minimum: 0 }),
  oldest_at: Type.Union([Milliseconds, Type.Null()]),
});
export type QueueRow = Static<typeof QueueRow>;

/** The alarms, the most severe first. */
export const alarmNames = [
  'exchange_closed',
  'cancels_only',
  'funds_short',
  'funds_unseen',
  'chain_halted',
  'payments_halted',
  'payments_stalled',
  'chain_uncompared',
  'hot_wallet_low',
  'sweeps_failed',
  'chain_unread',
  'deposits_doubted',
  'audit_broken',
  'disk_low',
  'clock_untrusted',
  'database_unreachable',
  'command_suspended',
  'outcome_unrecorded',
  'mail_failing',
  'appeals_late',
  'appeals_unanswered',
  'fiat_rates_stale',
  'commission_unpaid',
  'topup_cases',
  'dust_unseen',
] as const;
export type AlarmName = (typeof alarmNames)[number];

/** A condition that staff must act on. It ends by itself when its cause is gone. */
export const AlarmRow = Type.Object({
  name: Type.Enum(alarmNames),
  since: Milliseconds,
  details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  /** Who deals with it; null before someone has said so. */
  acknowledged: Type.Union([Type.Object({ by: Type.String(), at: Milliseconds, reason: Type.String() }), Type.Null()]),
});
export type AlarmRow = Static<typeof AlarmRow>;

export const homeCalls = {
  home: consoleRead({
    audience: 'staff',
    path: 'home',
    output: Type.Object({ queues: Type.Array(QueueRow), alarms: Type.Array(AlarmRow), as_of: Milliseconds }),
  }),
  /** Records who deals with an alarm. `since` names the occurrence that was seen. */
  acknowledgeAlarm: consoleWrite({
    audience: 'staff',
    path: 'home/acknowledge',
    input: { alarm: Line(64, 1), since: Milliseconds },
    output: Nothing,
    refusals: { alarm_over: [], alarm_acknowledged: [] },
  }),
} as const;
