import { invariant } from '../../invariant.ts';
import { accountType } from '../../ledger/account.ts';
import type { Event } from '../../event.ts';

/**
 * Laws that the events of sent coins obey by themselves: a request is carried out once, the receiver has exactly the
 * coins that left the sender, no other account changes, and neither of the two is restricted.
 */
export class SendingLaws {
  readonly #carriedOut = new Set<string>();
  readonly #restricted = new Set<number>();

  /** Throws at the first event of a command that breaks a law. */
  check(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type === 'user_restricted') {
        if (event.after === 'none') this.#restricted.delete(event.user);
        else this.#restricted.add(event.user);
      }
      if (event.type !== 'sent') continue;
      const { user, toUser, currency, amount, source, n, postings } = event;
      const request = `${source} ${n}`;
      invariant(!this.#carriedOut.has(request), `request ${request} must be carried out once`);
      this.#carriedOut.add(request);
      invariant(user !== toUser && user > 0 && toUser > 0, 'coins must be sent from one user to another');
      invariant(!this.#restricted.has(user), 'the coins of a restricted user must stay');
      invariant(!this.#restricted.has(toUser), 'a restricted user must receive no coins');
      const moved = postings.map((one) => [
        one.user,
        one.accountType,
        one.currency,
        one.available,
        one.locked,
        one.fee,
      ]);
      const { change } = accountType;
      const expected = [
        [user, change, currency, 0 - amount, 0, 0],
        [toUser, change, currency, amount, 0, 0],
      ];
      invariant(
        JSON.stringify(moved) === JSON.stringify(expected),
        'coins must move from one change account to another',
      );
    }
  }
}
