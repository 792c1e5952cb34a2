import type { Event, EventType } from '@bourse/engine';
import { projectedTable } from './table.ts';
import type { Decided, RowOf } from './table.ts';

const columns = {
  sequence: 'bigint',
  time_ms: 'bigint',
  operator: 'bigint',
  cause: 'text',
  change: 'text',
  currency_id: 'integer?',
  market_id: 'integer?',
  user_id: 'bigint?',
  tier: 'integer?',
  before: 'text?',
  after: 'text?',
  subject: 'text?',
} as const;
type SettingsLogRow = RowOf<typeof columns>;

/**
 * The decisions of operators, one row each: the operator (0 is the venue itself), the cause, the subject, and the old
 * and new value as JSON in engine units, null where there is none. Every event with `operator` and `cause` is logged
 * here, unless another table records it.
 */
export const settingsLogTable = projectedTable({
  name: 'settings_log',
  columns,
  key: ['sequence'],
  scope: { sequence: 'sequence' },
  rows: () => ({
    otherRows: {
      reads: (event) => isDecision(event) && !loggedElsewhere.has(event.type),
      rows: (event, command) => (isDecision(event) ? settingsLogRow(event, command) : null),
    },
  }),
});

const loggedElsewhere: ReadonlySet<EventType> = new Set(['venue_transferred', 'index_configured']);

/** An event that an operator's command caused. */
type Decision = Extract<Event, { readonly operator: number; readonly cause: string }>;

function isDecision(event: Event): event is Decision {
  return 'operator' in event && 'cause' in event;
}

function settingsLogRow(event: Decision, { sequence, timeMs }: Decided): SettingsLogRow {
  return {
    sequence,
    time_ms: timeMs,
    operator: event.operator,
    cause: event.cause,
    change: event.type,
    currency_id: 'currency' in event ? event.currency : null,
    market_id: 'market' in event ? event.market : null,
    user_id: 'user' in event ? event.user : null,
    tier: 'tier' in event ? event.tier : null,
    ...values(event),
  };
}

/**
 * An event with `before` and `after` is a change; its other fields are its subject, stored in `subject` unless they
 * have a column. Any other event is stored in `after`.
 */
function values(event: Decision): Pick<SettingsLogRow, 'before' | 'after' | 'subject'> {
  const { type: _type, operator: _operator, cause: _cause, ...said } = event;
  if (!('before' in said)) return { before: null, after: json(said), subject: null };
  const { before, after, ...about } = said;
  const subject = Object.entries(about).filter(([field]) => !ownColumns.has(field));
  return {
    before: json(before),
    after: json(after),
    subject: subject.length === 0 ? null : json(Object.fromEntries(subject)),
  };
}

const ownColumns: ReadonlySet<string> = new Set(['currency', 'market', 'user', 'tier']);

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
