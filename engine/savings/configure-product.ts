import { isListingId, isOperatorId } from '../identifiers.ts';
import { isMovable } from '../ledger/movable.ts';
import { isBetween } from '../market/market-settings.ts';
import { million } from '../money.ts';
import { done } from '../outcome.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { ConfigureSavingsProduct, SavingsTerms } from './commands.ts';
import type { SavingsProduct } from './state.ts';

/** The longest term: ten years. */
const maxDays = 3650;
/** The highest interest rate: 100 % per year. */
const maxRatePpm = million;
/**
 * With `maxDays` and `maxRatePpm` the interest of a term is at most ten times the principal, and must be a safe
 * integer.
 */
const maxAmount = Math.floor(Number.MAX_SAFE_INTEGER / 10);

/** Creates a product or changes its terms. Active deposits keep their terms. */
export function configureSavingsProduct(
  state: ExchangeState,
  command: ConfigureSavingsProduct,
  events: Event[],
): Done | RejectionFor<'operator_invalid' | 'currency_unknown' | 'setting_invalid' | 'setting_unchanged'> {
  const { operator, cause, product } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  if (!state.currencies.has(command.currency)) return { reason: 'currency_unknown' };
  const known = state.savings.products.get(product);
  const before = known === undefined ? null : termsOf(known);
  const after = termsOf(command);
  const field = invalidProductField(command, before);
  if (field !== null) return { reason: 'setting_invalid', field };
  if (JSON.stringify(before) === JSON.stringify(after)) return { reason: 'setting_unchanged' };

  const version = (known?.version ?? 0) + 1;
  state.savings.products.set(product, { product, version, ...after });
  events.push({ type: 'savings_product_configured', product, version, before, after, operator, cause });
  return done;
}

/** The terms of a product, with the fields in the order in which they are reported. */
function termsOf({ currency, amount, days, ratePpm, quota, userQuota, state }: SavingsTerms): SavingsTerms {
  return { currency, amount, days, ratePpm, quota, userQuota, state };
}

/** The first invalid field, in the order of the command. */
export function invalidProductField(
  { product, currency, amount, days, ratePpm, quota, userQuota }: Omit<SavingsProduct, 'version'>,
  before: Pick<SavingsTerms, 'currency'> | null,
): Exclude<keyof SavingsProduct, 'version' | 'state'> | null {
  if (!isListingId(product)) return 'product';
  if (before !== null && currency !== before.currency) return 'currency';
  if (!isMovable(amount) || amount > maxAmount) return 'amount';
  if (!isBetween(days, 1, maxDays)) return 'days';
  if (!isBetween(ratePpm, 1, maxRatePpm)) return 'ratePpm';
  if (!isBetween(quota, 0, Number.MAX_SAFE_INTEGER)) return 'quota';
  return isBetween(userQuota, 0, Number.MAX_SAFE_INTEGER) ? null : 'userQuota';
}
