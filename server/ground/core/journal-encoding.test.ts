import { describe, expect, test } from 'vitest';
import { accountType, amount, lots, ticks, venue } from '@bourse/engine';
import type { Command } from '@bourse/engine';
import { decodeBatch, encodeBatch, encodeCommand, encodingVersion } from './journal-encoding.ts';
import {
  alice,
  bob,
  btc,
  btcusdt,
  cancel,
  fund,
  listing,
  place,
  placeStop,
  reduce,
  replace,
  setup,
  take,
  usdt,
} from './testing/commands.ts';
import { indexRule, indexTick } from './testing/index-commands.ts';

const account = { accountType: accountType.legal, currency: btc, amount: amount(4) } as const;

const commands: readonly Command[] = [
  ...listing,
  fund(7, alice, btc, Number.MAX_SAFE_INTEGER),
  place(alice, 'buy', 1, Number.MAX_SAFE_INTEGER, { clientOrderId: 'a-Z_9', requestKey: '!"\\~', timeInForce: 'fok' }),
  { ...place(alice, 'sell', 0, 0), price: -1 } as Command,
  place(alice, 'sell', 5, 6, {
    postOnly: true,
    selfTradePrevention: 'expire_both',
    clientOrderId: 'c',
    requestKey: 'k',
  }),
  take(alice, 'buy', { by: 'quantity', quantity: lots(3) }),
  take(alice, 'sell', { by: 'quote_amount', quoteAmount: amount(9) }, { price: ticks(7), requestKey: 'k' }),
  placeStop(alice, 'buy', 8, { orderType: 'market', size: { by: 'quantity', quantity: lots(3) } }, { requestKey: 'k' }),
  placeStop(alice, 'sell', 8, { orderType: 'market', size: { by: 'quote_amount', quoteAmount: amount(9) } }),
  placeStop(
    alice,
    'sell',
    8,
    { orderType: 'limit', timeInForce: 'gtc', postOnly: true, price: ticks(7), quantity: lots(3) },
    { selfTradePrevention: 'expire_both', clientOrderId: 'c' },
  ),
  replace(alice, 12, 5, 6),
  replace(alice, 12, 5, 6, {
    side: 'sell',
    postOnly: false,
    selfTradePrevention: 'expire_taker',
    clientOrderId: 'c',
    requestKey: 'k',
  }),
  reduce(alice, 12, 5),
  { ...reduce(alice, 12, 5), side: 'buy', requestKey: 'k' } as Command,
  cancel(alice, 12),
  { ...cancel(alice, 12), side: 'sell', requestKey: 'k' } as Command,
  { type: 'cancel_client_order', user: alice, clientOrderId: 'a-Z_9', side: 'buy', requestKey: 'k#1' },
  { type: 'cancel_all', user: alice, market: btcusdt, side: null, requestKey: 'k' },
  { type: 'cancel_all', user: alice, market: null, side: 'sell', requestKey: null },
  { type: 'debit', user: alice, ...account, source: 'refund', n: 1 },
  { type: 'transfer', user: alice, currency: btc, amount: amount(4), from: 1, to: 5, requestKey: 'k' },
  { type: 'transfer', user: alice, currency: btc, amount: amount(4), from: 1, to: 5, requestKey: null },
  {
    type: 'venue_transfer',
    from: accountType.external,
    toUser: venue,
    to: accountType.treasury,
    currency: btc,
    amount: amount(4),
    operator: alice,
    cause: 'capital',
    source: 'capital',
    n: 7,
  },
  { type: 'hold', kind: 'withdrawal', user: alice, ...account, source: 'draw', n: 1 },
  { type: 'hold', kind: 'escrow', user: alice, ...account, source: 'ad', n: 1 },
  { type: 'settle_hold', source: 'draw', n: 1, receiver: null, fee: amount(2) },
  { type: 'settle_hold', source: 'ad', n: 1, receiver: { user: bob, accountType: 2 }, fee: amount(0) },
  { type: 'release_hold', source: 'ad', n: 1 },
  indexRule({ operator: alice }),
  indexTick('a', 1_700_000_000_000, [btc, Number.MAX_SAFE_INTEGER], [usdt, 1]),
  { type: 'change_market_state', market: btcusdt, state: 'cancel_only', operator: alice, cause: 'incident' },
  { type: 'change_market_settings', market: btcusdt, settings: {}, ...setup },
  { type: 'change_market_settings', market: btcusdt, settings: { priceBandPpm: null, sellBlocked: true }, ...setup },
  {
    type: 'set_fee_tier',
    market: btcusdt,
    tier: 3,
    rates: { makerFeePpm: -5, takerFeePpm: 7 },
    operator: bob,
    cause: 'policy',
  },
  { type: 'set_fee_tier', market: btcusdt, tier: 3, rates: null, ...setup },
  { type: 'set_user_fee_tier', user: alice, tier: 3, ...setup },
  { type: 'set_user_fees', user: alice, market: null, rates: { makerFeePpm: 0, takerFeePpm: 0 }, ...setup },
  { type: 'set_user_fees', user: alice, market: btcusdt, rates: null, operator: bob, cause: 'agreement' },
  { type: 'clock' },
];

describe('the journal', () => {
  test('returns every command and its time unchanged', () => {
    const startMs = 1_700_000_000_000;
    const written = commands.map((command, index) => ({
      timeMs: startMs + index * index,
      command,
      encoded: encodeCommand(command),
    }));
    expect(decodeBatch(encodingVersion, startMs, encodeBatch(written))).toEqual(
      written.map(({ timeMs, command }) => ({ timeMs, command })),
    );
  });

  test('reads a deposit that was journaled without the version of its terms', () => {
    const text = '[[0,["lock_savings",100001,2,"key"]]]';
    expect(decodeBatch(encodingVersion, 0, text)).toEqual([
      {
        timeMs: 0,
        command: { type: 'lock_savings', user: 100_001, product: 2, version: null, requestKey: 'key' },
      },
    ]);
  });

  test('refuses an unknown encoding', () => {
    expect(() => decodeBatch(encodingVersion + 1, 0, '[]')).toThrow('unknown to this program');
  });

  test.each([
    '',
    '{}',
    '[[0,["clock"]',
    '[[-1,["clock"]]]',
    '[[0,["clock",1]]]',
    '[[0,["decide",{"type":"set_user_fee_tier","user":1,"tier":1,"operator":0,"cause":"because"}]]]',
    '[[0,["decide",{"type":"set_user_fee_tier","user":1,"tier":1,"operator":0,"cause":"setup","note":""}]]]',
    '[[0,["place",1]]]',
    '[["0",["clock"]]]',
  ])('refuses to decode %j', (text) => {
    expect(() => decodeBatch(encodingVersion, 0, text)).toThrow(/JSON|journal row/);
  });
});
