import type { AgentRejection } from './agents/rejections.ts';
import type { ConvertRejection } from './convert/rejections.ts';
import type { CreditRejection } from './credits/rejections.ts';
import type { EscrowRejection } from './escrow/rejections.ts';
import type { IndexRejection } from './index-price/rejections.ts';
import type { LeverageRejection } from './leverage/rejections.ts';
import type { LedgerRejection } from './ledger/rejections.ts';
import type { MarketRejection } from './market/rejections.ts';
import type { RequestRejection } from './requests/rejections.ts';
import type { RestrictionRejection } from './restrictions/rejections.ts';
import type { SavingsRejection } from './savings/rejections.ts';
import type { SecondsRejection } from './seconds/rejections.ts';
import type { SendingRejection } from './sending/rejections.ts';
import type { SpotRejection } from './spot/rejections.ts';

/**
 * A business rejection with its numbers, in engine units; nothing changed. A capability declares its rejections in its
 * own folder and has one line here. The return type of a command's handler lists the rejections that the command can
 * give, and the server maps exactly these to the wire.
 */
export type Rejection =
  | RequestRejection
  | MarketRejection
  | LedgerRejection
  | IndexRejection
  | SpotRejection
  | RestrictionRejection
  | SavingsRejection
  | CreditRejection
  | ConvertRejection
  | LeverageRejection
  | SecondsRejection
  | EscrowRejection
  | SendingRejection
  | AgentRejection;

export type RejectionReason = Rejection['reason'];

/** The rejections with these reasons. */
export type RejectionFor<Reason extends RejectionReason> = Extract<Rejection, { readonly reason: Reason }>;
