import { keepAttempts, readAttempts, type TabStorage } from './kept-forms.ts';
import type { OrderDraft } from './order-draft.ts';
import type { OrderInput } from './order-form.ts';

/** An order as sent, with its idempotency key. */
export interface Attempt {
  /** The account that sent it. */
  readonly owner: string;
  readonly draft: OrderDraft;
  readonly input: OrderInput;
  readonly key: string;
}

/**
 * Orders with an unknown outcome. The same draft is sent again with its first values and key until its outcome is
 * known, so that it is placed once however often it is retried, also when other drafts were sent in between or the page
 * was reloaded.
 */
export class OrderAttempts {
  readonly #newKey: () => string;
  readonly #tab: TabStorage;
  readonly #open: Map<string, Attempt>;
  #owner = '';

  constructor(newKey: () => string, tab: TabStorage) {
    this.#newKey = newKey;
    this.#tab = tab;
    this.#open = new Map(readAttempts(tab));
  }

  /** Sets the current account. Attempts of other accounts are kept for them. */
  belongTo(owner: string): void {
    this.#owner = owner;
  }

  /** Renames an account. */
  rename(from: string, to: string): void {
    for (const [name, attempt] of Array.from(this.#open)) {
      if (attempt.owner !== from) continue;
      this.#open.delete(name);
      this.#open.set(nameOf(to, attempt.draft, attempt.input), { ...attempt, owner: to });
    }
    keepAttempts(this.#tab, this.#open);
    if (this.#owner === from) this.#owner = to;
  }

  /** The attempt for a draft on a market: the pending one, if there is one, else `input` under a new key. */
  begin(draft: OrderDraft, input: OrderInput): Attempt {
    const name = nameOf(this.#owner, draft, input);
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const attempt = { owner: this.#owner, draft, input, key: this.#newKey() };
    // Stored before it is sent, because the page may be closed before the response.
    this.#open.set(name, attempt);
    keepAttempts(this.#tab, this.#open);
    return attempt;
  }

  /** Records that the outcome is known: the same draft is a new order next time. */
  settle(draft: OrderDraft, input: OrderInput): void {
    if (this.#open.delete(nameOf(this.#owner, draft, input))) keepAttempts(this.#tab, this.#open);
  }

  /** Whether this draft was sent on a market and its outcome is unknown. */
  isOpen(draft: OrderDraft, marketId: number): boolean {
    return this.#of(marketId).some((attempt) => isSameOrder(attempt.draft, draft));
  }

  /** The latest draft on a market whose outcome is unknown; null for none. */
  lastOpen(marketId: number): OrderDraft | null {
    return this.#of(marketId).at(-1)?.draft ?? null;
  }

  #of(marketId: number): readonly Attempt[] {
    return [...this.#open.values()].filter(
      ({ owner, input }) => owner === this.#owner && input.currency_match_id === marketId,
    );
  }
}

/**
 * The identity of an order as users understand it. The price of a market order, which changes by itself, is not part of
 * it.
 */
function nameOf(owner: string, draft: OrderDraft, { currency_match_id: match, price, ...rest }: OrderInput): string {
  return JSON.stringify([owner, match, draft.side, draft.kind === 'market' ? null : price, rest]);
}

/** Whether two drafts describe the same order. */
export function isSameOrder(one: OrderDraft, other: OrderDraft): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf({ side, kind, price, stop, size, led, timeInForce, postOnly, prevention }: OrderDraft): string {
  return JSON.stringify([side, kind, price, stop, size, led, timeInForce, postOnly, prevention]);
}
