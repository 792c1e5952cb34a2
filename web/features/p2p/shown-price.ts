/** The prices that the form of an ad has seen; null is an ad without a price at that time. */
export interface KnownPrices {
  /** The one at which the form was opened. */
  readonly first: string | null;
  /** The price of a refusal, and the one that the list had then. */
  readonly moved: { readonly listed: string | null; readonly price: string } | null;
}

/** The price that a form shows and sends, and the first one if it is another. */
export interface ShownPrice {
  readonly price: string | null;
  readonly changed: string | null;
}

/**
 * An ad in the list moves with its index, or loses its price when that is stale. A refusal says the price of that
 * moment, which holds until the list has a new one.
 */
export function shownPrice(listed: string | null, { first, moved }: KnownPrices): ShownPrice {
  const price = moved?.listed === listed ? moved.price : listed;
  return { price, changed: price === null || price === first ? null : first };
}
