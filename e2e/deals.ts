import {
  legalCancel,
  legalList,
  legalOrders,
  legalPay,
  legalRelease,
  legalStatus,
  legalSubmit,
  shopAdState,
  shopAds,
  shopInfo,
  shopOrders,
  type LegalOrder,
  type LegalOrderDetail,
  type LegalSide,
  type LegalStatus,
  type ShopAd,
} from '@bourse/contract/p2p';
import { payMethodList } from '@bourse/contract/payments';
import type { Client } from './client.ts';
import { everyPage } from './every-page.ts';
import { add, units, type Sums } from './exact.ts';
import type { Drawing } from './products.ts';
import type { Records } from './records.ts';
import { sendImage, tradePassword } from './verified-user.ts';
import { randomPicture } from './random-picture.ts';

/** A request about a peer-to-peer order. The key makes repeated requests the same one. */
export type DealRequest =
  | {
      readonly kind: 'take';
      readonly key: string;
      readonly ad: number;
      readonly side: LegalSide;
      readonly price: string;
      readonly amount: string;
      readonly method: number;
    }
  | { readonly kind: 'pay'; readonly key: string; readonly id: number; readonly voucher: string }
  | { readonly kind: 'cancel' | 'release'; readonly key: string; readonly id: number };
export type Deals = Records<DealRequest, LegalOrderDetail>;

export async function requestDeal(client: Client, request: DealRequest): Promise<LegalOrderDetail> {
  const { key } = request;
  switch (request.kind) {
    case 'take': {
      const { ad, amount, method, price, side } = request;
      const proof = side === 'sell' ? { method_id: method, pay_password: tradePassword } : {};
      return client.call(legalSubmit, { id: ad, price, amount, ...proof }, key);
    }
    case 'pay':
      return client.call(legalPay, { id: request.id, voucher: request.voucher }, key);
    case 'cancel':
      return client.call(legalCancel, { id: request.id, reason: 'other' }, key);
    case 'release':
      return client.call(legalRelease, { id: request.id, pay_password: tradePassword }, key);
  }
}

/**
 * The next step of an open order of either side, or a new order from a shop. A suspended ad of the own shop is opened
 * again first.
 */
export async function randomDeal({ client, key, random }: Drawing): Promise<DealRequest | null> {
  const { orders, ads } = await dealsOf(client);
  for (const { id } of ads.filter(({ state }) => state === 'suspended')) {
    await client.call(shopAdState, { id, state: 'open' });
  }
  const steps = orders.flatMap(({ can, id }) =>
    (['pay', 'cancel', 'release'] as const).filter((step) => can.includes(step)).map((step) => ({ id, step })),
  );
  const next = steps[Math.floor(random() * steps.length)];
  if (next === undefined || random() < 0.2) return randomOrder(client, key, random);
  const { id, step } = next;
  if (step !== 'pay') return { kind: step, key, id };
  return { kind: 'pay', key, id, voucher: await sendImage(client, randomPicture(random)) };
}

async function randomOrder(client: Client, key: string, random: () => number): Promise<DealRequest | null> {
  const side = random() < 0.5 ? 'buy' : 'sell';
  const { data } = await client.call(legalList, { side, currency_id: usdt, fiat: 'EUR' });
  const ad = data.find(({ obstacle }) => obstacle === null);
  if (ad === undefined || ad.price === null) return null;
  const { methods } = await client.call(payMethodList, {});
  const amount = (Number(ad.min) + random() * 20).toFixed(2);
  return { kind: 'take', key, ad: ad.id, side, price: ad.price, amount, method: methods[0]?.id ?? 0 };
}

/** The terms of an order, which never change. */
export function dealTerms({ ad_id: ad, amount, created_at: at, fee, id, price, side, ...order }: LegalOrder): unknown {
  return { id, number: order.number, side, ad, price, amount, coins: order.number_coin, fee, at };
}

/** The orders of a user as taker and as maker, and what the shop holds. */
export interface OwnDeals {
  readonly orders: readonly LegalOrder[];
  readonly ads: readonly ShopAd[];
  readonly bond: bigint;
}

export async function dealsOf(client: Client): Promise<OwnDeals> {
  const taken = await everyPage((page) => client.call(legalOrders, { page, limit: 100 }));
  const made = await everyPage((page) => client.call(shopOrders, { page, limit: 100 }));
  return {
    orders: [...taken, ...made],
    ads: await everyPage((page) => client.call(shopAds, { page, limit: 100 })),
    bond: units((await client.call(shopInfo, {})).bond.held),
  };
}

/** The coins that completed orders brought, by account: the buyer gets them without the fee. */
export function dealResults({ orders }: OwnDeals): Sums {
  const sums = new Map<string, bigint>();
  for (const { fee, number_coin: coins, side, status } of orders) {
    if (status !== legalStatus.completed) continue;
    add(sums, account, side === 'buy' ? units(coins) - units(fee) : -units(coins));
  }
  return sums;
}

/** The coins that a bond, ads and the orders of the seller hold, by account. */
export function heldByDeals({ ads, bond, orders }: OwnDeals): Sums {
  const sums = new Map<string, bigint>([[account, bond]]);
  for (const { left, side, state } of ads) {
    if (side === 'sell' && state !== 'off_shelf') add(sums, account, units(left));
  }
  for (const { number_coin: coins, side, status } of orders) {
    if (side === 'sell' && !hasEnded(status)) add(sums, account, units(coins));
  }
  return sums;
}

/**
 * Compares a user's orders with the acknowledged requests: each order that was taken is listed with its terms, and no
 * other; what was paid, cancelled and released remains so. Returns a sentence for each difference.
 */
export function dealDifferences({ made }: Deals, { orders }: OwnDeals): string[] {
  const found: string[] = [];
  const listed = new Map(orders.map((order) => [order.id, order]));
  const taken = new Set(made.flatMap(({ answer, request }) => (request.kind === 'take' ? [answer.id] : [])));
  for (const { answer, request } of made) {
    const now = listed.get(answer.id);
    const [first, last] = [answer, now].map((one) => (one === undefined ? 'missing' : JSON.stringify(dealTerms(one))));
    if (first !== last) found.push(`order ${answer.id} was answered as ${first} and is ${last}`);
    else if (now !== undefined && !follows(request.kind, now.status)) {
      found.push(`order ${answer.id} has status ${now.status} after "${request.kind}" was acknowledged`);
    }
  }
  for (const order of orders) {
    if (order.maker === 0 && !taken.has(order.id)) {
      found.push(`order ${order.id} was never taken: ${JSON.stringify(order)}`);
    }
  }
  return found;
}

/** Whether an order can have a status after the acknowledged request. */
function follows(kind: DealRequest['kind'], status: LegalStatus): boolean {
  if (kind === 'take') return true;
  if (kind === 'pay') return status !== legalStatus.unpaid;
  return status === (kind === 'release' ? legalStatus.completed : legalStatus.cancelled);
}

function hasEnded(status: LegalStatus): boolean {
  return status === legalStatus.completed || status === legalStatus.cancelled;
}

const usdt = 3;
const account = 'legal_account USDT';
