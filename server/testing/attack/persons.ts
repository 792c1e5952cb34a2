import type { Conversion } from '@bourse/contract/convert';
import type { Order } from '@bourse/contract/spot';

/** An amount in wire format as an integer of 10⁻¹⁸ units. */
export function exact(decimal: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(decimal);
  if (match === null) throw new Error(`not an amount: ${decimal}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const units = BigInt(whole) * 10n ** 18n + BigInt(fraction.padEnd(18, '0'));
  return sign === '-' ? -units : units;
}

/** Amounts by account and currency. */
export type Sums = Map<string, bigint>;

export function add(sums: Sums, key: string, units: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + units);
}

/** A user with a session, and everything that the exchange has acknowledged to them. */
export class AttackingPerson {
  readonly name: string;
  readonly account: string;
  /** The id that the exchange has issued to the device of the user. */
  readonly device: string;
  token: string;
  /** Orders that an answer acknowledged, whether or not they still rest. */
  readonly orders = new Set<number>();
  /** Client order ids of acknowledged orders. */
  readonly clientOrderIds: string[] = [];
  /**
   * Acknowledged transfers, conversions and deposits by account type and currency. Each counts once, however often it
   * was answered.
   */
  readonly moved: Sums = new Map();
  readonly #moves = new Set<string>();

  constructor(name: string, account: string, device: string, token: string) {
    this.name = name;
    this.account = account;
    this.device = device;
    this.token = token;
  }

  noteOrder({ id, client_order_id: own }: Order): void {
    this.orders.add(id);
    if (own !== null) this.clientOrderIds.push(own);
  }

  /** Records a conversion of the spot account. */
  noteConversion({ id, currency_id: from, target_currency_id: to, number, received }: Conversion): void {
    if (this.#moves.has(`conversion ${id}`)) return;
    this.#moves.add(`conversion ${id}`);
    add(this.moved, `change_account ${from}`, -exact(number));
    add(this.moved, `change_account ${to}`, exact(received));
  }

  /** Records a transfer or deposit by its kind and id. */
  noteMove(name: string, currency: number, amount: string, from: string, to: string): void {
    if (this.#moves.has(name)) return;
    this.#moves.add(name);
    add(this.moved, `${from} ${currency}`, -exact(amount));
    add(this.moved, `${to} ${currency}`, exact(amount));
  }

  /** Some of the newest orders, for attacks that need an order id. */
  get newestOrders(): number[] {
    return [...this.orders].slice(-20);
  }
}
