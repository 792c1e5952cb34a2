import type { CallInput, RefusalOf } from '@bourse/contract';
import type { repayDebt } from '@bourse/contract/credits';
import { accountType, type Amount, amount, formatDecimal, type RejectionOf } from '@bourse/engine';
import type { RepayDebt } from '@bourse/engine/credits';
import { accountCodes, accountTypeOf, type Currency, unitsText } from '../../ground/feed/index.ts';
import {
  type AnswerTo,
  done,
  type Member,
  readDecimal,
  refused,
  type Refused,
  repeated,
} from '../../ground/gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export type RepayParts = With<'requests' | 'views'>;

/** Pays a debt of the user. A repeated idempotency key returns the first answer. */
export async function repay(
  { requests, views }: RepayParts,
  input: CallInput<typeof repayDebt>,
  member: Member,
): Promise<AnswerTo<typeof repayDebt>> {
  const currency = views.listings.findCurrency(Number(input.currency_id));
  if (currency === undefined) return refused('currency_unknown');
  const payer = accountCodes
    .map(accountTypeOf)
    .find((type) => type === Number(input.account_type_id ?? accountType.change));
  if (payer === undefined) return refused('invalid_request', { field: 'account_type_id', problem: 'unknown' });
  const units = readUnits(input.number, currency);
  if (units !== null && typeof units !== 'number') return units;

  const { user, requestKey } = member;
  const command: RepayDebt = {
    type: 'repay_debt',
    user,
    accountType: payer,
    currency: currency.id,
    amount: units === null ? null : amount(units),
    requestKey,
  };
  const { sequence, outcome } = await requests.submit(command, member);
  const answer = ({ amount: paid, left }: { readonly amount: Amount; readonly left: Amount }, id: number) =>
    done(
      {
        id,
        currency_id: currency.id,
        currency_code: currency.code,
        number: unitsText(currency, paid),
        left: unitsText(currency, left),
      },
      { sequence: id },
    );
  if (outcome.type === 'rejected') return repayRefusal(outcome.rejection, currency);
  if (outcome.type === 'repayment') return answer(outcome, sequence);
  return repeated(answer(outcome.first, outcome.firstSequence));
}

/** The requested units; null for as much as possible. */
function readUnits(
  number: CallInput<typeof repayDebt>['number'],
  { decimals }: Currency,
): number | null | Refused<RefusalOf<typeof repayDebt>> {
  if (number === undefined || number === '') return null;
  const read = readDecimal(number, decimals);
  switch (read.kind) {
    case 'absent':
      return refused('quantity_required');
    case 'malformed':
      return refused('invalid_request', { field: 'number', problem: 'format' });
    case 'too_precise':
      return refused('quantity_precision', { decimals });
    case 'too_large':
      return refused('amount_too_large', { maximum: formatDecimal(Number.MAX_SAFE_INTEGER, decimals) });
    case 'units':
      return read.units;
  }
}

function repayRefusal(rejection: RejectionOf<'repay_debt'>, currency: Currency): Refused<RefusalOf<typeof repayDebt>> {
  const { code } = currency;
  switch (rejection.reason) {
    case 'request_key_reused':
      return refused('idempotency_key_reused');
    case 'request_keys_exhausted':
      return refused('idempotency_keys_exhausted', { maximum: rejection.maximum });
    case 'insufficient_balance': {
      const [available, needed] = [unitsText(currency, rejection.available), unitsText(currency, rejection.needed)];
      return refused('insufficient_balance', { available, needed, currency: code });
    }
    case 'margin_needed':
      return refused('margin_needed', { transferable: unitsText(currency, rejection.transferable), currency: code });
    case 'debt_exceeded':
      return rejection.debt === 0
        ? refused('debt_absent', { currency: code })
        : refused('debt_exceeded', { debt: unitsText(currency, rejection.debt), currency: code });
    case 'amount_invalid':
      return refused('quantity_required');
    case 'currency_unknown':
      return refused('currency_unknown');
    case 'account_invalid':
      return refused('invalid_request', { field: 'account_type_id', problem: 'unknown' });
    case 'user_invalid':
      throw new Error('A session has an invalid user id.');
  }
}
