import type { Side } from '../ticket/order-form.ts';

/** A price that was clicked in the book or the tape, for the order forms. */
export interface PricePick {
  readonly price: string;
  /** The side whose order would match at this price. */
  readonly side: Side;
  /** The cumulative amount up to this price if it was requested too; else null. */
  readonly amount: string | null;
}
