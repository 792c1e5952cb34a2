import { keepAttempts, readAttempts, type TabStorage } from './kept-forms.ts';
import type { OrderDraft } from './order-draft.ts';
import type { OrderInput } from './order-form.ts';

/** One order as it was sent, under the key by which the exchange knows it again. */
export interface Attempt {
  readonly draft: OrderDraft;
  readonly input: OrderInput;
  readonly key: string;
}

/**
 * Orders of which nobody knows yet whether they arrived. The same draft is sent again as it was sent first, figures and key, until an
 * answer says what became of it: so it is placed once, however often it is tried, also when another draft was tried in between, and
 * when the page was loaded anew.
 */
export class OrderAttempts {
  readonly #newKey: () => string;
  readonly #tab: TabStorage;
  readonly #open: Map<string, Attempt>;

  constructor(newKey: () => string, tab: TabStorage) {
    this.#newKey = newKey;
    this.#tab = tab;
    this.#open = new Map(readAttempts(tab));
  }

  /** What to send for a draft of a market: what was sent before, if that is unknown, else `input` under a new key. */
  begin(draft: OrderDraft, input: OrderInput): Attempt & { readonly again: boolean } {
    const name = nameOf(draft, input);
    const known = this.#open.get(name);
    if (known !== undefined) return { ...known, again: true };
    const attempt = { draft, input, key: this.#newKey() };
    // Kept before it is sent: the page may be gone before the answer.
    this.#open.set(name, attempt);
    keepAttempts(this.#tab, this.#open);
    return { ...attempt, again: false };
  }

  /** It is known what became of the draft: the next one like it is another order. */
  settle(draft: OrderDraft, input: OrderInput): void {
    if (this.#open.delete(nameOf(draft, input))) keepAttempts(this.#tab, this.#open);
  }

  /** Whether this draft of a market was sent and nobody knows what became of it. */
  isOpen(draft: OrderDraft, matchId: number): boolean {
    const figures = figuresOf(draft);
    return [...this.#open.values()].some(
      (attempt) => attempt.input.currency_match_id === matchId && figuresOf(attempt.draft) === figures,
    );
  }
}

/** Equal for what a person would call the same order. What a market order is priced from moves by itself and does not count. */
function nameOf(draft: OrderDraft, { currency_match_id: match, price, ...rest }: OrderInput): string {
  return JSON.stringify([match, draft.side, draft.kind === 'market' ? null : price, rest]);
}

function figuresOf({ side, kind, price, stop, size, led, timeInForce, postOnly, prevention }: OrderDraft): string {
  return JSON.stringify([side, kind, price, stop, size, led, timeInForce, postOnly, prevention]);
}
