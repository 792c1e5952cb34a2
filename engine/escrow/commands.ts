import { decision, request } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { choice, integer, nullable, text } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, count, currency, user } from '../declaration/vocabulary.ts';
import type { Branded } from '../brand.ts';

/** The number of an escrow: that of its order, given by the server, dense from 1. */
export type EscrowNumber = Branded<'EscrowNumber'>;
/** The number of an offer: that of its ad, given by the server. */
export type OfferId = Branded<'OfferId'>;

export const escrowNumber = integer<EscrowNumber>(0, Number.MAX_SAFE_INTEGER);
export const offerId = integer<OfferId>(0, Number.MAX_SAFE_INTEGER);
/** A SHA-256 as 64 hexadecimal digits in lower case. */
export const sha256 = text('0-9a-f', 64);
/** How an escrow ends whose seller stays silent: the coins go to the buyer, or support decides. */
const onSilence = choice('release', 'appeal');
export type OnSilence = ValueOf<typeof onSilence>;
const resolution = choice('release', 'refund');
export type EscrowResolution = ValueOf<typeof resolution>;

/** The terms of an escrow that are fixed when it opens. Durations are milliseconds. */
export const escrowTerms = {
  /** The fee in millionths of the amount, rounded up; the buyer bears it. */
  feePpm: count,
  /** Open time for the payment. */
  windowMs: count,
  /** Open time from the payment until an appeal is possible. */
  appealMs: count,
  /** Open time from the payment until the escrow is delayed. */
  delayMs: count,
  /** Open time from there until `onSilence` takes effect. */
  autoMs: count,
  /** Wall time for which released coins mature. */
  matureMs: count,
  /** Wall time for which coins mature that time released. */
  autoMatureMs: count,
  onSilence,
  /** The SHA-256 of the terms of the order, which neither side can change later. */
  terms: sha256,
};

export const escrowCommands = {
  /**
   * Locks an amount of the owner's legal account in an offer, which it makes if none has the number. `limit` is the
   * number of offers that the owner may have; it does not concern an existing one.
   */
  fund_offer: request({ priority: 'placement', fields: { offer: offerId, currency, amount, limit: count } }),
  /** Returns an amount of an offer to its owner. */
  drain_offer: request({ priority: 'leaving', needsKey: true, fields: { offer: offerId, amount } }),
  /** Returns the rest of an offer to its owner and ends the offer. Its escrows continue. */
  end_offer: request({ priority: 'leaving', fields: { offer: offerId } }),
  /**
   * Opens an escrow. The user is the taker: the buyer with an offer, the seller without one. `unpaidLimit` is how many
   * unpaid escrows a buying maker may have, `openLimit` how many open ones the taker.
   */
  open_escrow: request({
    priority: 'placement',
    fields: {
      n: escrowNumber,
      offer: nullable(offerId),
      seller: user,
      buyer: user,
      currency,
      amount,
      ...escrowTerms,
      unpaidLimit: count,
      openLimit: count,
    },
  }),
  /** The buyer has paid; `voucher` is the SHA-256 of the picture that shows it. */
  pay_escrow: request({ priority: 'leaving', fields: { n: escrowNumber, voucher: sha256 } }),
  /** The buyer cancels before paying. */
  cancel_escrow: request({ priority: 'leaving', fields: { n: escrowNumber } }),
  /** The seller asks the buyer not to pay; the end of the unpaid escrow does not count against the buyer then. */
  ask_cancel_escrow: request({ priority: 'leaving', fields: { n: escrowNumber } }),
  /** The seller has the fiat money: the coins go to the buyer. */
  release_escrow: request({ priority: 'leaving', fields: { n: escrowNumber } }),
  /** The user gives in: a buyer's concession returns the coins, a seller's in an appeal releases them. */
  concede_escrow: request({ priority: 'leaving', fields: { n: escrowNumber } }),
  /** The seller or the buyer asks support to decide. */
  appeal_escrow: request({ priority: 'leaving', fields: { n: escrowNumber } }),
  /** The maker reports that something about the payment is wrong, which is an appeal at once. */
  mark_escrow_abnormal: request({ priority: 'leaving', fields: { n: escrowNumber } }),
  /** The user who opened an appeal withdraws it. Needs its key, because the appeal may have been opened again. */
  withdraw_escrow_appeal: request({ priority: 'leaving', needsKey: true, fields: { n: escrowNumber } }),
  /** The seller has received a late payment: locks the coins of a cancelled escrow again under the number `next`. */
  reopen_escrow: request({
    priority: 'placement',
    fields: { n: escrowNumber, next: escrowNumber, voucher: sha256 },
  }),
  /** Opens an appeal that only a concession or an operator ends. */
  hold_escrow: decision({ n: escrowNumber }),
  /** Decides an appeal: the only decision that moves coins of a user, from the seller's lock to buyer or seller. */
  resolve_escrow: decision({ n: escrowNumber, resolution }),
};
type Of<Type extends keyof typeof escrowCommands> = CommandOf<typeof escrowCommands, Type>;
export type FundOffer = Of<'fund_offer'>;
export type DrainOffer = Of<'drain_offer'>;
export type EndOffer = Of<'end_offer'>;
export type OpenEscrow = Of<'open_escrow'>;
export type PayEscrow = Of<'pay_escrow'>;
export type CancelEscrow = Of<'cancel_escrow'>;
export type AskCancelEscrow = Of<'ask_cancel_escrow'>;
export type ReleaseEscrow = Of<'release_escrow'>;
export type ConcedeEscrow = Of<'concede_escrow'>;
export type AppealEscrow = Of<'appeal_escrow'>;
export type MarkEscrowAbnormal = Of<'mark_escrow_abnormal'>;
export type WithdrawEscrowAppeal = Of<'withdraw_escrow_appeal'>;
export type ReopenEscrow = Of<'reopen_escrow'>;
export type HoldEscrow = Of<'hold_escrow'>;
export type ResolveEscrow = Of<'resolve_escrow'>;
