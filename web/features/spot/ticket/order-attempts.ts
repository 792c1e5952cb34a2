import { keepAttempts, readAttempts, type TabStorage } from './kept-forms.ts';
import type { OrderDraft } from './order-draft.ts';
import type { OrderInput } from './order-form.ts';

/** One order as it was sent, under the key by which the exchange knows it again. */
export interface Attempt {
  /** Who sent it. */
  readonly owner: string;
  readonly draft: OrderDraft;
  readonly input: OrderInput;
  readonly key: string;
}

/**
 * Orders of which nobody knows yet whether they arrived. The same draft is sent again as it was sent first, values and
 * key, until an answer says what became of it: so it is placed once, however often it is tried, also when another draft
 * was tried in between, and when the page was loaded anew.
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

  /** Who sends from now on. What others sent waits for them. */
  belongTo(owner: string): void {
    this.#owner = owner;
  }

  /** The same person is called otherwise. */
  rename(from: string, to: string): void {
    for (const [name, attempt] of [...this.#open]) {
      if (attempt.owner !== from) continue;
      this.#open.delete(name);
      this.#open.set(nameOf(to, attempt.draft, attempt.input), { ...attempt, owner: to });
    }
    keepAttempts(this.#tab, this.#open);
    if (this.#owner === from) this.#owner = to;
  }

  /** What to send for a draft of a market: what was sent before, if that is unknown, else `input` under a new key. */
  begin(draft: OrderDraft, input: OrderInput): Attempt {
    const name = nameOf(this.#owner, draft, input);
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const attempt = { owner: this.#owner, draft, input, key: this.#newKey() };
    // Kept before it is sent: the page may be gone before the answer.
    this.#open.set(name, attempt);
    keepAttempts(this.#tab, this.#open);
    return attempt;
  }

  /** It is known what became of the draft: the next one like it is another order. */
  settle(draft: OrderDraft, input: OrderInput): void {
    if (this.#open.delete(nameOf(this.#owner, draft, input))) keepAttempts(this.#tab, this.#open);
  }

  /** Whether this draft of a market was sent and nobody knows what became of it. */
  isOpen(draft: OrderDraft, marketId: number): boolean {
    return this.#of(marketId).some((attempt) => isSameOrder(attempt.draft, draft));
  }

  /** The draft of a market that was tried last and of which nobody knows what became; null when there is none. */
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
 * Equal for what a person would call the same order. What a market order is priced from moves by itself and does not
 * count.
 */
function nameOf(owner: string, draft: OrderDraft, { currency_match_id: match, price, ...rest }: OrderInput): string {
  return JSON.stringify([owner, match, draft.side, draft.kind === 'market' ? null : price, rest]);
}

/** Whether two drafts are for the same order, whatever else stands in them. */
export function isSameOrder(one: OrderDraft, other: OrderDraft): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf({ side, kind, price, stop, size, led, timeInForce, postOnly, prevention }: OrderDraft): string {
  return JSON.stringify([side, kind, price, stop, size, led, timeInForce, postOnly, prevention]);
}
