import { invariant } from '../../invariant.ts';
import { accountType } from '../../ledger/account.ts';
import { allDebts } from '../index.ts';
import type { Event } from '../../event.ts';
import type { Exchange } from '../../exchange.ts';

/**
 * The money that entered the exchange less the money that left it, by currency: the holdings of a venue with real
 * wallets. All balances together are as much, plus the debts of users whose credits were reversed.
 */
export class OutsideFlows {
  readonly #flows = new Map<number, bigint>();

  add(event: Event): void {
    const { type } = event;
    if (type === 'credited' || type === 'deposit_credited') {
      this.#flow(event.currency, event.amount);
    } else if (type === 'debited' || type === 'credit_reversed') {
      this.#flow(event.currency, 0 - event.amount);
    } else if (type === 'hold_settled') {
      if (event.receiverType === accountType.external) this.#flow(event.currency, event.fee - event.amount);
    } else if (type === 'venue_transferred') {
      if (event.from === accountType.external) this.#flow(event.currency, event.amount);
      if (event.to === accountType.external) this.#flow(event.currency, 0 - event.amount);
    }
  }

  /** Throws unless the flows and the debts add up to minus the balance of `external`. */
  check(exchange: Exchange): void {
    const sums = new Map(this.#flows);
    const add = (currency: number, amount: number): void => {
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
    };
    for (const { currency, amount } of exchange.read(allDebts)) add(currency, amount);
    for (const balance of exchange.balances()) {
      if (balance.accountType === accountType.external) add(balance.currency, balance.available);
    }
    for (const [currency, sum] of sums) invariant(sum === 0n, `flows of currency ${currency} differ by ${sum}`);
  }

  #flow(currency: number, amount: number): void {
    this.#flows.set(currency, (this.#flows.get(currency) ?? 0n) + BigInt(amount));
  }
}
