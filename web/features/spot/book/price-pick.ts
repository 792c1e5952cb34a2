import type { Side } from '../ticket/order-form.ts';

/** A price that was taken from the book or the tape, to go into the forms. */
export interface PricePick {
  readonly price: string;
  /** The side whose order would trade at this price at once. */
  readonly side: Side;
  /** All that stands up to this price, when that was asked for too; else null. */
  readonly amount: string | null;
}
