import type { HoldKind } from './commands.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { Amount } from '../money.ts';
import type { AccountType } from './account.ts';
import { byCodeUnits } from './causes.ts';

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
  }

  remove({ source, n }: OpenHold): void {
    this.sources.get(source)?.delete(n);
  }

  /** All open holds, by source, then by number. */
  *all(): Generator<OpenHold> {
    for (const source of [...this.sources.keys()].toSorted(byCodeUnits)) {
      yield* [...(this.sources.get(source)?.values() ?? [])].toSorted((a, b) => a.n - b.n);
    }
  }
}
