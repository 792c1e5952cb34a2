import type {
  CurrencyListed,
  FeeTierSet,
  MarketListed,
  MarketSettingsChanged,
  MarketStateChanged,
  UserFeesSet,
  UserFeeTierSet,
} from '@bourse/engine';
import { table } from './table.ts';
import type { Row } from './table.ts';

/**
 * Everything that operators decided, one row each: who (0 is the venue itself), why, about what, and both values as JSON text in
 * engine units; null where there was or is none.
 */
export const settingsLogTable = table('settings_log', {
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
});
export type SettingsLogRow = Row<typeof settingsLogTable>;

/** An event that only an operator's command leads to. */
export type OperatorEvent =
  | CurrencyListed
  | MarketListed
  | MarketStateChanged
  | MarketSettingsChanged
  | FeeTierSet
  | UserFeeTierSet
  | UserFeesSet;

export function settingsLogRow(event: OperatorEvent, sequence: number, timeMs: number): SettingsLogRow {
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

function values(event: OperatorEvent): Pick<SettingsLogRow, 'before' | 'after'> {
  if ('before' in event) return { before: json(event.before), after: json(event.after) };
  const { type: _type, operator: _operator, cause: _cause, ...listed } = event;
  return { before: null, after: json(listed) };
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
