import type { OrderDraft } from './order-draft.ts';
import type { OrderInput } from './order-form.ts';

/** One order as it was sent, under the key by which the exchange knows it again. */
export interface Attempt {
  readonly input: OrderInput;
  readonly key: string;
}

/**
 * Orders of which nobody knows yet whether they arrived. The same draft is sent again as it was sent first, figures and key, until an
 * answer says what became of it: so it is placed once, however often it is tried, and also when another draft was tried in between.
 */
export class OrderAttempts {
  readonly #newKey: () => string;
  readonly #open = new Map<string, Attempt>();

  constructor(newKey: () => string) {
    this.#newKey = newKey;
  }

  /** What to send for a draft of a market: what was sent before, if that is unknown, else `input` under a new key. */
  begin(draft: OrderDraft, input: OrderInput): Attempt {
    const name = nameOf(draft, input);
    const attempt = this.#open.get(name) ?? { input, key: this.#newKey() };
    this.#open.set(name, attempt);
    return attempt;
  }

  /** It is known what became of the draft: the next one like it is another order. */
  settle(draft: OrderDraft, input: OrderInput): void {
    this.#open.delete(nameOf(draft, input));
  }
}

/** Equal for what a person would call the same order. What a market order is priced from moves by itself and does not count. */
function nameOf(draft: OrderDraft, { currency_match_id: match, price, ...rest }: OrderInput): string {
  return JSON.stringify([match, draft.side, draft.kind === 'market' ? null : price, rest]);
}
