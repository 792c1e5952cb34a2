import { appealEscrow, holdEscrow, markEscrowAbnormal, withdrawEscrowAppeal } from './appeal-escrow.ts';
import { askCancelEscrow, cancelEscrow } from './cancel-escrow.ts';
import { drainOffer, endOffer } from './drain-offer.ts';
import { fundOffer } from './fund-offer.ts';
import { openEscrow } from './open-escrow.ts';
import { payEscrow } from './pay-escrow.ts';
import { concedeEscrow, releaseEscrow } from './release-escrow.ts';
import { reopenEscrow } from './reopen-escrow.ts';
import { resolveEscrow } from './resolve-escrow.ts';

export const escrowHandlers = {
  fund_offer: fundOffer,
  drain_offer: drainOffer,
  end_offer: endOffer,
  open_escrow: openEscrow,
  pay_escrow: payEscrow,
  cancel_escrow: cancelEscrow,
  ask_cancel_escrow: askCancelEscrow,
  release_escrow: releaseEscrow,
  concede_escrow: concedeEscrow,
  appeal_escrow: appealEscrow,
  mark_escrow_abnormal: markEscrowAbnormal,
  withdraw_escrow_appeal: withdrawEscrowAppeal,
  reopen_escrow: reopenEscrow,
  hold_escrow: holdEscrow,
  resolve_escrow: resolveEscrow,
};
