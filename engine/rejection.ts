import type { IndexRejection } from './index-price/rejections.ts';
import type { LedgerRejection } from './ledger/rejections.ts';
import type { MarketRejection } from './market/rejections.ts';
import type { RequestRejection } from './requests/rejections.ts';
import type { SavingsRejection } from './savings/rejections.ts';
import type { SpotRejection } from './spot/rejections.ts';

/**
 * A business refusal with its figures, in engine units. Nothing changed. A capability declares its own in its folder
 * and has one line here; the handler of each command says by its return type which of them that command can give, and
 * the server maps exactly these to the wire.
 */
export type Rejection =
  RequestRejection | MarketRejection | LedgerRejection | IndexRejection | SpotRejection | SavingsRejection;

export type RejectionReason = Rejection['reason'];

/** The refusals for these reasons, with their figures. */
export type RejectionFor<Reason extends RejectionReason> = Extract<Rejection, { readonly reason: Reason }>;
