import Big from 'big.js';

/** The price of one whole unit of `base` in `quote`, with few enough decimals to be read. */
export interface ShownPrice {
  readonly base: string;
  readonly quote: string;
  readonly price: string;
}

interface Exchanged {
  readonly currency_code: string;
  readonly target_currency_code: string;
  /** Plain decimals above zero. */
  readonly number: string;
  readonly received: string;
}

/** A price of at least this has two decimals, a lower one eight. */
const wholeFrom = 100;

/** The price of a conversion in the direction in which it is at least 1, truncated. */
export function shownPrice({ currency_code: from, target_currency_code: to, number, received }: Exchanged): ShownPrice {
  const isInverse = new Big(received).lt(number);
  const [base, quote] = isInverse ? [to, from] : [from, to];
  const price = isInverse ? new Big(number).div(received) : new Big(received).div(number);
  return { base, quote, price: price.round(price.gte(wholeFrom) ? 2 : 8, Big.roundDown).toFixed() };
}
