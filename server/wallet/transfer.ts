import type { CallInput, RefusalOf } from '@bourse/contract';
import type { accountTransfer } from '@bourse/contract/wallet';
import { amount, formatDecimal, type Rejection, type Transfer as TransferCommand } from '@bourse/engine';
import type { Core } from '../core/index.ts';
import { type Currency, unitsText, type Views } from '../feed/index.ts';
import { type AnswerTo, done, type Member, readDecimal, type Refused, refused, repeated } from '../gateway/index.ts';
import { accountTypeOf, isAccountCode } from './accounts.ts';

/** Moves money between two accounts of a person. With a key it is answered the same however often it is asked for. */
export async function transfer(
  { core, views }: { readonly core: Core; readonly views: Views },
  input: CallInput<typeof accountTransfer>,
  { user, requestKey }: Member,
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
    ...{ user, currency: currency.id, amount: amount(units), ...accounts, requestKey },
  };
  const { sequence, events } = await core.submit(command);
  const answer = (id: number) => {
    const made = { id, currency_id: currency.id, currency_code: currency.code };
    return done({ ...made, balance: unitsText(currency, units), from, to }, { sequence });
  };
  for (const event of events) {
    if (event.type === 'transferred') return answer(sequence);
    if (event.type === 'rejected') return transferRefusal(event.rejection, currency);
    if (event.type === 'request_repeated') {
      const { first, firstSequence } = event;
      return repeated(first.type === 'rejected' ? transferRefusal(first.rejection, currency) : answer(firstSequence));
    }
  }
  throw new Error(`command ${sequence} made a transfer but has no outcome`);
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

function transferRefusal(rejection: Rejection, currency: Currency): Refused<RefusalOf<typeof accountTransfer>> {
  if (rejection.reason === 'request_key_reused') return refused('idempotency_key_reused');
  if (rejection.reason === 'request_keys_exhausted') {
    return refused('idempotency_keys_exhausted', { maximum: rejection.maximum });
  }
  if (rejection.reason === 'insufficient_balance') {
    const [available, needed] = [unitsText(currency, rejection.available), unitsText(currency, rejection.needed)];
    return refused('insufficient_balance', { available, needed, currency: currency.code });
  }
  throw new Error(`a transfer was refused for ${rejection.reason}, which no transfer that was read can be`);
}
