import { capabilities } from './capabilities.ts';
import { venue } from './identifiers.ts';
import { invariant } from './invariant.ts';
import { accountType } from './ledger/account.ts';
import type { AccountSlot } from './ledger/ledger.ts';
import type { ExchangeState } from './state.ts';

/**
 * Throws unless the books balance: every currency sums to zero, only the external account is negative, the locked part
 * of each account equals the sum of the locks that the capabilities report, and each capability is consistent in
 * itself. Reads the whole state; meant for audits, not for every command.
 */
export function audit(state: ExchangeState): void {
  auditBalances(state);
  auditLocks(state);
  for (const capability of capabilities) capability.audit?.(state);
}

function auditBalances(state: ExchangeState): void {
  const sums = new Map<number, bigint>();
  for (const balance of state.ledger.balances()) {
    const isOutside = balance.user === venue && balance.accountType === accountType.external;
    invariant(isOutside || balance.available >= 0, 'only the external account may be negative');
    invariant(!isOutside || balance.available <= 0, 'the external account must not be positive');
    invariant(balance.locked >= 0, 'a locked balance must not be negative');
    invariant(state.currencies.has(balance.currency), 'a balance must be of a listed currency');
    const sum = sums.get(balance.currency) ?? 0n;
    sums.set(balance.currency, sum + BigInt(balance.available) + BigInt(balance.locked));
  }
  for (const [currency, sum] of sums) invariant(sum === 0n, `currency ${currency} must sum to zero, not ${sum}`);
}

function auditLocks(state: ExchangeState): void {
  const { ledger } = state;
  const held = new Map<AccountSlot, bigint>();
  for (const { locks } of capabilities) {
    for (const { account, amount } of locks?.(state) ?? []) {
      held.set(account, (held.get(account) ?? 0n) + BigInt(amount));
    }
  }
  let locked = 0n;
  for (const balance of ledger.balances()) locked += BigInt(balance.locked);
  for (const [account, sum] of held) {
    invariant(BigInt(ledger.locked(account)) === sum, 'the locked part of an account must equal the sum of its locks');
    locked -= sum;
  }
  invariant(locked === 0n, 'every locked amount must belong to a lock');
}
