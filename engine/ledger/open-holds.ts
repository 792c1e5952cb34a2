import type { HoldKind } from './commands.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { Amount } from '../money.ts';
import type { AccountType } from './account.ts';
import { byCodeUnits } from './causes.ts';
import { UserSums } from './user-sums.ts';

/** An open hold: its amount, purpose and reference. */
export interface OpenHold {
  readonly source: string;
  readonly n: number;
  readonly kind: HoldKind;
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** The holds that are neither settled nor released, by reference. Each locks at least one unit. */
export class OpenHolds {
  private readonly sources = new Map<string, Map<number, OpenHold>>();
  private readonly held = new UserSums();

  find(source: string, n: number): OpenHold | undefined {
    return this.sources.get(source)?.get(n);
  }

  /** Adds a hold with an unknown reference. */
  add({ source, n, kind, user, accountType, currency, amount }: OpenHold): void {
    let holds = this.sources.get(source);
    if (holds === undefined) {
      holds = new Map();
      this.sources.set(source, holds);
    }
    holds.set(n, { source, n, kind, user, accountType, currency, amount });
    this.held.add(user, currency, amount);
  }

  remove({ source, n, user, currency, amount }: OpenHold): void {
    this.sources.get(source)?.delete(n);
    this.held.add(user, currency, 0 - amount);
  }

  /** The sums of a user's open holds by currency, in no particular order. */
  heldOf(user: UserId): ReadonlyMap<CurrencyId, Amount> {
    return this.held.of(user);
  }

  /** All open holds, by source, then by number. */
  *all(): Generator<OpenHold> {
    for (const source of [...this.sources.keys()].toSorted(byCodeUnits)) {
      yield* [...(this.sources.get(source)?.values() ?? [])].toSorted((a, b) => a.n - b.n);
    }
  }
}
