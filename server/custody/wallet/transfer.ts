import type { CallInput, RefusalOf } from '@bourse/contract';
import type { accountTransfer } from '@bourse/contract/wallet';
import { amount, formatDecimal, type RejectionOf, type Transfer as TransferCommand } from '@bourse/engine';
import { accountTypeOf, type Currency, isAccountCode, unitsText } from '../../ground/feed/index.ts';
import {
  type AnswerTo,
  done,
  type Member,
  readDecimal,
  type Refused,
  refused,
  repeated,
} from '../../ground/gateway/index.ts';
import type { With } from '../../ground/parts.ts';
import { minuteText } from '../../ground/texts/index.ts';

/** Moves an amount between two accounts of a user. A repeated idempotency key returns the first answer. */
export async function transfer(
  { requests, views }: With<'requests' | 'views'>,
  input: CallInput<typeof accountTransfer>,
  member: Member,
): Promise<AnswerTo<typeof accountTransfer>> {
  const { from, to } = input;
  const currency = views.listings.findCurrency(Number(input.currency_id));
  if (currency === undefined) return refused('currency_unknown');
  if (!isAccountCode(from) || !isAccountCode(to)) return refused('account_unknown');
  if (from === to) return refused('accounts_alike');
  const units = readUnits(input, currency);
  if (typeof units !== 'number') return units;

  const accounts = { from: accountTypeOf(from), to: accountTypeOf(to) };
  const command: TransferCommand = {
    type: 'transfer',
    user: member.user,
    currency: currency.id,
    amount: amount(units),
    ...accounts,
    requestKey: member.requestKey,
  };
  const { sequence, outcome } = await requests.submit(command, member);
  const answer = (id: number) => {
    const made = { id, currency_id: currency.id, currency_code: currency.code };
    return done({ ...made, balance: unitsText(currency, units), from, to }, { sequence });
  };
  if (outcome.type === 'rejected') return transferRefusal(outcome.rejection, currency);
  if (outcome.type === 'transfer') return answer(sequence);
  return repeated(answer(outcome.firstSequence));
}

function readUnits(
  { balance }: CallInput<typeof accountTransfer>,
  { decimals }: Currency,
): number | Refused<RefusalOf<typeof accountTransfer>> {
  const read = readDecimal(balance, decimals);
  switch (read.kind) {
    case 'absent':
      return refused('quantity_required');
    case 'malformed':
      return refused('invalid_request', { field: 'balance', problem: 'format' });
    case 'too_precise':
      return refused('quantity_precision', { decimals });
    case 'too_large':
      return refused('amount_too_large', { maximum: formatDecimal(Number.MAX_SAFE_INTEGER, decimals) });
    case 'units':
      return read.units;
  }
}

function transferRefusal(
  rejection: RejectionOf<'transfer'>,
  currency: Currency,
): Refused<RefusalOf<typeof accountTransfer>> {
  switch (rejection.reason) {
    case 'request_key_reused':
      return refused('idempotency_key_reused');
    case 'request_keys_exhausted':
      return refused('idempotency_keys_exhausted', { maximum: rejection.maximum });
    case 'margin_needed':
      return refused('margin_needed', {
        transferable: unitsText(currency, rejection.transferable),
        currency: currency.code,
      });
    case 'debt_outstanding':
      return refused('debt_outstanding');
    case 'deposit_unmatured':
      return refused('deposit_unmatured');
    case 'coins_maturing':
      return refused('coins_maturing', { until: minuteText(rejection.untilMs) });
    case 'insufficient_balance': {
      const [available, needed] = [unitsText(currency, rejection.available), unitsText(currency, rejection.needed)];
      return refused('insufficient_balance', { available, needed, currency: currency.code });
    }
    case 'amount_invalid':
      return refused('quantity_required');
    case 'currency_unknown':
      return refused('currency_unknown');
    case 'account_invalid':
      return refused('account_unknown');
    case 'user_invalid':
      throw new Error('A session has an invalid user id.');
  }
}
