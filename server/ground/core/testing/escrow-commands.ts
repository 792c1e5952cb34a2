import { accountType, amount } from '@bourse/engine';
import type { Command } from '@bourse/engine';
import { escrowNumber, offerId } from '@bourse/engine/escrow';
import { alice, bob, usdt } from './commands.ts';

const minuteMs = 60_000;
const [n, offer] = [escrowNumber(1), offerId(1)];

/** Alice offers dollars; Bob takes some of them, pays, and receives them. The rest goes back to her. */
export const soldCoins: readonly Command[] = [
  {
    type: 'transfer',
    user: alice,
    currency: usdt,
    amount: amount(1000),
    from: accountType.change,
    to: accountType.legal,
    requestKey: null,
  },
  { type: 'fund_offer', user: alice, offer, currency: usdt, amount: amount(1000), limit: 5, requestKey: null },
  {
    type: 'open_escrow',
    user: bob,
    n,
    offer,
    seller: alice,
    buyer: bob,
    currency: usdt,
    amount: amount(400),
    feePpm: 0,
    windowMs: 15 * minuteMs,
    appealMs: 10 * minuteMs,
    delayMs: 60 * minuteMs,
    autoMs: 60 * minuteMs,
    matureMs: 60 * minuteMs,
    autoMatureMs: 60 * minuteMs,
    onSilence: 'appeal',
    terms: 'a1'.repeat(32),
    unpaidLimit: 1,
    openLimit: 5,
    requestKey: null,
  },
  { type: 'pay_escrow', user: bob, n, voucher: 'b2'.repeat(32), requestKey: null },
  { type: 'release_escrow', user: alice, n, requestKey: null },
];
