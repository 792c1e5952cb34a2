import { debtCalls, type DebtRow } from '@bourse/contract/console';
import { accountType, amount, type UserId, userId, venue } from '@bourse/engine';
import { truncated, unitsText, Valuation, type Views } from '../../ground/feed/index.ts';
import { creditView, type UserDebt } from './credit-view.ts';
import { answered, FigureReader, prepared, refusal } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export type DebtConsoleParts = With<'console' | 'now' | 'views'>;

const payers = { insurance: accountType.insurance, treasury: accountType.treasury } as const;

const defaultLimit = 50;

/** Serves the debts of users to the operators' console, and their payment by the exchange. */
export function registerDebtConsole({ console, now, views }: DebtConsoleParts): void {
  console.read(debtCalls.debts, ({ cursor, limit = defaultLimit }) => {
    const [user = 0, currency = 0] = cursor === undefined ? [] : cursor.split('.').map(Number);
    if (!Number.isSafeInteger(user) || !Number.isSafeInteger(currency)) {
      return refusal('invalid_request', { field: 'cursor', problem: 'unknown' });
    }
    const all = creditView.of(views).debts();
    const left = all.filter((debt) => debt.user > user || (debt.user === user && debt.currency > currency));
    const valuation = new Valuation(views);
    const rows = left.slice(0, Number(limit)).map((debt) => rowOf(views, valuation, debt));
    return answered({ rows, next: left.length > rows.length ? (rows.at(-1)?.id ?? null) : null, as_of: now() });
  });

  console.command(debtCalls.settleDebt, ({ user_id: id, currency_id, from, ...input }, { movement }) => {
    const currency = views.listings.findCurrency(currency_id);
    if (currency === undefined) return refusal('currency_unknown');
    const read = new FigureReader();
    const units = read.positive('amount', input.amount, { decimals: currency.decimals, points: 1 });
    if (read.problem !== null) return refusal('decimal_invalid', read.problem);
    const user: UserId = userId(id);
    const debt = creditView.of(views).debt(user, currency.id);
    const shown = (text: number): string => unitsText(currency, text);
    if (units > debt) return refusal('debt_exceeded', { debt: shown(debt) });
    const { available } = views.balances.read(venue, payers[from], currency.id);
    if (available < units) return refusal('insufficient', { available: shown(available) });
    return prepared(
      { type: 'settle_debt', user, from: payers[from], currency: currency.id, amount: amount(units), ...movement },
      {
        subject: { kind: 'user', id: String(id) },
        before: { currency_code: currency.code, debt: shown(debt) },
        after: { currency_code: currency.code, debt: shown(debt - units), from, amount: shown(units) },
      },
      ({ sequence }) => ({ sequence }),
    );
  });
}

function rowOf(views: Views, valuation: Valuation, { user, currency: id, units }: UserDebt): DebtRow {
  const currency = views.listings.currency(id);
  const availableIn = (payer: keyof typeof payers): string =>
    unitsText(currency, views.balances.read(venue, payers[payer], id).available);
  return {
    id: `${user}.${id}`,
    user_id: user,
    currency_id: id,
    currency_code: currency.code,
    decimals: currency.decimals,
    amount: unitsText(currency, units),
    worth_usd: truncated(valuation.dollars(currency, units), 2),
    insurance: availableIn('insurance'),
    treasury: availableIn('treasury'),
  };
}
