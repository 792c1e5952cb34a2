import { credit } from './credit.ts';
import { debit } from './debit.ts';
import { hold } from './hold.ts';
import { releaseHold } from './release-hold.ts';
import { settleHold } from './settle-hold.ts';
import { transfer } from './transfer.ts';
import { venueTransfer } from './venue-transfer.ts';

export const ledgerHandlers = {
  credit,
  debit,
  transfer,
  venue_transfer: venueTransfer,
  hold,
  settle_hold: settleHold,
  release_hold: releaseHold,
};
