import type { CancelReason } from '@bourse/contract/p2p';
import { type PaymentCode, paymentCodes, type PaymentData } from '@bourse/contract/payments';
import { amount, type Amount, currencyId, type CurrencyId, userId, type UserId } from '@bourse/engine';
import { type EscrowNumber, escrowNumber, offerId, type OfferId, type OnSilence } from '@bourse/engine/escrow';
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { safeInteger } from '../../../ground/database/index.ts';
import type { SecretBox } from '../../../ground/secrets/index.ts';
import type { OrderStage, P2pOrdersTable } from './tables.ts';

/** The purpose of the keys that seal orders, chats and evidence. */
export const orderPurpose = 'p2p orders';

const text = Type.Optional(Type.String());

/** The facts of an order that are sealed. */
const Deal = Type.Object({
  terms: Type.String(),
  autoReply: Type.String(),
  /** The verified name of the payer. */
  payer: Type.String(),
  payees: Type.Array(
    Type.Object({
      id: Type.Integer(),
      code: Type.Enum(paymentCodes),
      version: Type.Integer(),
      data: Type.Object({
        real_name: text,
        account: text,
        qrcode: text,
        bank_name: text,
        bank_address: text,
        card_no: text,
        iban: text,
        bic: text,
        phone: text,
        email: text,
        pix_key: text,
        vpa: text,
      }),
    }),
  ),
});
export type Deal = Static<typeof Deal>;
export type Payee = Deal['payees'][number];

/** An account of the seller as the deal has it. */
export function payeeOf(method: {
  readonly id: number;
  readonly code: PaymentCode;
  readonly version: number;
  readonly data: PaymentData;
}): Payee {
  const { code, data, id, version } = method;
  return { id, code, version, data: { ...data } };
}

/** An order as it is stored. Its state is that of its escrow. */
export interface Order {
  readonly id: EscrowNumber;
  readonly stage: OrderStage;
  readonly refusal: string | null;
  readonly requester: UserId;
  readonly requestKey: string;
  /** The terms of the request, which its repetitions have too. */
  readonly requestInput: string;
  readonly maker: UserId;
  readonly seller: UserId;
  readonly buyer: UserId;
  readonly ad: number;
  readonly offer: OfferId | null;
  readonly previous: EscrowNumber | null;
  readonly voucher: string | null;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly feePpm: number;
  readonly windowMs: number;
  readonly appealMs: number;
  readonly delayMs: number;
  readonly autoMs: number;
  readonly matureMs: number;
  readonly autoMatureMs: number;
  readonly onSilence: OnSilence;
  readonly price: bigint;
  readonly priceDecimals: number;
  readonly fiat: string;
  readonly fiatAmount: number;
  readonly fiatDecimals: number;
  /** Dollars at the opening, as a count of 10^-8. */
  readonly usd: bigint;
  readonly reference: string;
  readonly deal: Deal;
  readonly termsHash: string;
  /** Whether its coins count in the ad. */
  readonly inAd: boolean;
  readonly cancelReason: CancelReason | null;
  readonly messages: number;
  readonly readBuyer: number;
  readonly readSeller: number;
  readonly createdAtMs: number;
}

export type OrderRow = Selectable<P2pOrdersTable>;

/** An order from its row. @throws Error if its sealed part cannot be opened */
export function orderOf(box: SecretBox, row: OrderRow): Order {
  const id = escrowNumber(safeInteger(row.id));
  const user = (value: string) => userId(safeInteger(value));
  return {
    id,
    stage: row.stage,
    refusal: row.refusal,
    requester: user(row.requester_id),
    requestKey: row.request_key,
    requestInput: row.request_input,
    maker: user(row.maker_id),
    seller: user(row.seller_id),
    buyer: user(row.buyer_id),
    ad: safeInteger(row.ad_id),
    offer: row.offer === null ? null : offerId(safeInteger(row.offer)),
    previous: row.previous_id === null ? null : escrowNumber(safeInteger(row.previous_id)),
    voucher: row.voucher,
    currency: currencyId(row.currency_id),
    amount: amount(safeInteger(row.amount)),
    feePpm: row.fee_ppm,
    windowMs: safeInteger(row.window_ms),
    appealMs: safeInteger(row.appeal_ms),
    delayMs: safeInteger(row.delay_ms),
    autoMs: safeInteger(row.auto_ms),
    matureMs: safeInteger(row.mature_ms),
    autoMatureMs: safeInteger(row.auto_mature_ms),
    onSilence: row.on_silence,
    price: BigInt(row.price),
    priceDecimals: row.price_decimals,
    fiat: row.fiat,
    fiatAmount: safeInteger(row.fiat_amount),
    fiatDecimals: row.fiat_decimals,
    usd: BigInt(row.usd),
    reference: row.reference,
    deal: openDeal(box, row.sealed, id),
    termsHash: row.terms_hash,
    inAd: row.in_ad,
    cancelReason: row.cancel_reason,
    messages: row.messages,
    readBuyer: row.read_buyer,
    readSeller: row.read_seller,
    createdAtMs: safeInteger(row.created_at),
  };
}

/** The text of a deal that is sealed. */
export function dealText({ autoReply, payees, payer, terms }: Deal): string {
  return JSON.stringify({ terms, autoReply, payer, payees });
}

type TermsFigures = Pick<Order, 'fiat' | 'fiatAmount' | 'fiatDecimals' | 'price' | 'priceDecimals' | 'reference'>;

/** The hash in the escrow of an order: of its deal, and of the figures that the exchange does not know. */
export function termsHashOf(deal: Deal, figures: TermsFigures): string {
  const { fiat, fiatAmount, fiatDecimals, price, priceDecimals, reference } = figures;
  const money = { fiat, amount: fiatAmount, fiatDecimals, price: String(price), priceDecimals, reference };
  return sha256(JSON.stringify([dealText(deal), money]));
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The place that the deal of an order is sealed for. */
export function placeOfOrder(id: number): string {
  return `order ${id}`;
}

function openDeal(box: SecretBox, sealed: Buffer, id: number): Deal {
  const opened = box.open(sealed, placeOfOrder(id));
  if (opened === null) throw new Error(`the terms of order ${id} cannot be opened`);
  const deal: unknown = JSON.parse(opened);
  if (!Check(Deal, deal)) throw new Error(`the terms of order ${id} have another form`);
  return deal;
}

/** The number of an order, for people: its day and its id. */
export function numberOf({ createdAtMs, id }: Pick<Order, 'createdAtMs' | 'id'>): string {
  return new Date(createdAtMs).toISOString().slice(0, 10).replaceAll('-', '') + String(id).padStart(5, '0');
}

export type Role = 'buyer' | 'seller';

/** The part of a user in an order; null for others. */
export function roleOf({ buyer, seller }: Pick<Order, 'buyer' | 'seller'>, user: UserId): Role | null {
  if (user === buyer) return 'buyer';
  return user === seller ? 'seller' : null;
}

/** The other side of a party. */
export function otherOf({ buyer, seller }: Pick<Order, 'buyer' | 'seller'>, user: UserId): UserId {
  return user === buyer ? seller : buyer;
}
