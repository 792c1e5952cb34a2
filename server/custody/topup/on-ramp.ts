import type { IncomingHttpHeaders } from 'node:http';
import type { CurrencyProtocol } from '../chains/index.ts';
import type { Currency } from '../../ground/feed/index.ts';
import type { ReportedStatus } from './tables.ts';

/** A purchase with a card. */
export interface Bought {
  readonly currency: Currency;
  readonly protocol: CurrencyProtocol;
  /** The card's payment, in cents of a dollar. */
  readonly cents: number;
}

/** The offer of a provider for it: coins in units of the ledger, and its fee in cents of a dollar. */
export interface Offer {
  readonly units: number;
  readonly feeCents: number;
}

/** An order to be opened at the provider. */
export interface OpenedOrder extends Bought {
  readonly id: number;
  readonly address: string;
  /** Until when it can be paid, epoch milliseconds. */
  readonly expiresAtMs: number;
}

/** A report of a provider about an order. */
export interface Report {
  /** Names the report, so that one that is sent again counts once. */
  readonly eventId: string;
  readonly order: number;
  readonly status: Exclude<ReportedStatus, 'pending'>;
}

/** The provider cannot be reached, or its answer cannot be read. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/**
 * A provider that takes card payments and delivers coins to an address of the exchange. The exchange never sees a card,
 * and credits only coins that arrive on their chain.
 */
export interface OnRamp {
  /** Its name, at most 32 characters. */
  readonly name: string;
  /** Whether no card is charged. */
  readonly isDemo: boolean;
  /** Whether the provider takes no payment for an order once it was declined or has expired. */
  readonly closesOrders: boolean;
  /** Whether it delivers this currency on this network. */
  sells(currency: Currency, protocol: CurrencyProtocol): boolean;
  /** Its present offer; null while there is no price. @throws ProviderUnavailable */
  quote(bought: Bought): Promise<Offer | null>;
  /** The address of the page on which the card is entered. Repeated for an order, it opens no second one. */
  open(order: OpenedOrder): Promise<string>;
  /**
   * Reads a report from the bytes that were received: `forged` if it is not signed by the provider within the time
   * window, `ignored` if it says nothing about the state of an order.
   */
  read(headers: IncomingHttpHeaders, body: Buffer, nowMs: number): Report | 'forged' | 'ignored';
}
