import { isListingId, isOperatorId } from '../identifiers.ts';
import { done } from '../outcome.ts';
import type { ListCurrency } from './commands.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { Done } from '../outcome.ts';
import type { ExchangeState } from '../state.ts';

const maxDecimals = 8;

/** Lists a currency; its id and code must be unused. */
export function listCurrency(
  state: ExchangeState,
  command: ListCurrency,
  events: Event[],
): Done | RejectionFor<'operator_invalid' | 'currency_exists' | 'listing_invalid'> {
  const { currency, code, decimals, operator, cause } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  if (state.currencies.has(currency)) return { reason: 'currency_exists' };
  const field = invalidField(state, command);
  if (field !== null) return { reason: 'listing_invalid', field };

  state.currencies.set(currency, { currency, code, decimals });
  events.push({ type: 'currency_listed', currency, code, decimals, operator, cause });
  return done;
}

function invalidField(state: ExchangeState, { currency, code, decimals }: ListCurrency): keyof ListCurrency | null {
  if (!isListingId(currency)) return 'currency';
  if (!/^[A-Z0-9]{1,12}$/.test(code)) return 'code';
  for (const listed of state.currencies.values()) if (listed.code === code) return 'code';
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > maxDecimals) return 'decimals';
  return null;
}
