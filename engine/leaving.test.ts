import { describe, expect, it } from 'vitest';
import { commandDeclarations } from './command.ts';
import { orderId } from './identifiers.ts';
import { leavingRules } from './leaving.ts';
import { accountType } from './ledger/account.ts';
import { lots, ticks } from './money.ts';
import { cancelledSale, depositOf, sale, situation, usable } from './testing/leaving-situations.ts';
import { capital, escrow, moveToLever, sending } from './testing/movements.ts';
import { alice, bob, btc, btcusdt, rejectionOf, usdt } from './testing/test-exchange.ts';
import type { Command, CommandType } from './command.ts';
import type { LeavingReason, Situation } from './testing/leaving-situations.ts';

const { change, lever, leverHouse, insurance } = accountType;

/** `refused`: the rule applies, under its own or another reason. `spared`: it applies by taking less. */
type Cell = 'refused' | `refused as ${string}` | 'spared' | `not: ${string}`;

/** A command that lowers an available balance, as it is tested against each rule. */
interface Row {
  readonly command: (reason: LeavingReason) => Command;
  readonly prepared?: Situation;
  readonly rules: Readonly<Record<LeavingReason, Cell>>;
}

const venueOnly = {
  outflow_stopped: 'not: the money is the venue’s',
  trading_stopped: 'not: the money is the venue’s',
  debt_outstanding: 'not: the money is the venue’s',
  deposit_unmatured: 'not: the money is the venue’s',
  coins_maturing: 'not: the money is the venue’s',
  margin_needed: 'not: the money is the venue’s',
} as const;

const traded = {
  outflow_stopped: 'not: the money remains the person’s',
  trading_stopped: 'refused',
  debt_outstanding: 'not: money with a debt can be traded',
  deposit_unmatured: 'not: a credit can be traded before it matures',
  coins_maturing: 'not: bought coins can be traded before they mature',
  margin_needed: 'not: the money is in another account',
  house_floor: 'not: no money of the lever house',
  fees_owed: 'not: no money of the venue’s fees',
} as const;

const sold = {
  outflow_stopped: 'refused as account_frozen',
  trading_stopped: 'refused as account_frozen',
  debt_outstanding: 'refused',
  deposit_unmatured: 'refused',
  coins_maturing: 'refused',
  margin_needed: 'not: the money is in another account',
  house_floor: 'not: no money of the lever house',
  fees_owed: 'not: no money of the venue’s fees',
} as const;

const spot = { user: alice, market: btcusdt, clientOrderId: null, requestKey: null } as const;
const limit = { orderType: 'limit', timeInForce: 'gtc', postOnly: false, selfTradePrevention: null } as const;

/** From the lever account where the margin is tested, otherwise from the change account. */
const from = (reason: LeavingReason) => (reason === 'margin_needed' ? lever : change);

const rows: Readonly<Partial<Record<CommandType, Row>>> = {
  hold: {
    command: (reason) => escrow(alice, 1_000_000, 1, { accountType: from(reason) }),
    rules: {
      outflow_stopped: 'refused',
      trading_stopped: 'refused as outflow_stopped',
      debt_outstanding: 'refused',
      deposit_unmatured: 'refused',
      coins_maturing: 'refused',
      margin_needed: 'refused',
      house_floor: 'not: no money of the lever house',
      fees_owed: 'not: no money of the venue’s fees',
    },
  },
  send: {
    command: () => sending(alice, bob, 1_000_000),
    rules: {
      outflow_stopped: 'refused',
      trading_stopped: 'refused as outflow_stopped',
      debt_outstanding: 'refused',
      deposit_unmatured: 'refused',
      coins_maturing: 'refused',
      margin_needed: 'not: the money is in another account',
      house_floor: 'not: no money of the lever house',
      fees_owed: 'not: no money of the venue’s fees',
    },
  },
  transfer: {
    command: (reason) => {
      const to = reason === 'margin_needed' ? change : lever;
      return moveToLever(alice, 1_000_000, null, { from: from(reason), to });
    },
    rules: {
      outflow_stopped: 'not: the money remains the person’s',
      trading_stopped: 'not: the money remains the person’s',
      debt_outstanding: 'refused',
      deposit_unmatured: 'refused',
      coins_maturing: 'refused',
      margin_needed: 'refused',
      house_floor: 'not: no money of the lever house',
      fees_owed: 'not: no money of the venue’s fees',
    },
  },
  repay_debt: {
    command: (reason) => {
      const payment = { accountType: from(reason), currency: usdt, amount: usable(1_000_000) };
      return { type: 'repay_debt', user: alice, ...payment, requestKey: null };
    },
    prepared: 'debt_outstanding',
    rules: {
      outflow_stopped: 'not: a restricted person can pay what it owes',
      trading_stopped: 'not: a restricted person can pay what it owes',
      debt_outstanding: 'not: it pays the debt',
      deposit_unmatured: 'not: the debt falls by as much as the balance',
      coins_maturing: 'not: the debt falls by as much as the balance',
      margin_needed: 'refused',
      house_floor: 'not: no money of the lever house',
      fees_owed: 'not: no money of the venue’s fees',
    },
  },
  reverse_credit: {
    command: () => ({ ...depositOf(lever), type: 'reverse_credit' }),
    prepared: 'credited',
    rules: {
      outflow_stopped: 'not: the venue takes back what does not exist',
      trading_stopped: 'not: the venue takes back what does not exist',
      debt_outstanding: 'not: the venue takes back what does not exist',
      deposit_unmatured: 'not: the credit itself is reversed',
      coins_maturing: 'not: the venue takes back what does not exist',
      margin_needed: 'spared',
      house_floor: 'not: no money of the lever house',
      fees_owed: 'not: no money of the venue’s fees',
    },
  },
  settle_debt: {
    command: () => ({
      type: 'settle_debt',
      user: alice,
      from: insurance,
      currency: usdt,
      amount: usable(1),
      source: 'debts',
      n: 1,
      operator: alice,
      cause: 'compensation',
    }),
    prepared: 'debt_outstanding',
    rules: {
      ...venueOnly,
      house_floor: 'not: insurance and treasury have no floor',
      fees_owed: 'not: no money of the venue’s fees',
    },
  },
  venue_transfer: {
    command: (reason) => {
      if (reason === 'fees_owed') return capital(2_000_000, 99, { from: accountType.fees, to: accountType.treasury });
      return capital(5e9, 99, { from: leverHouse, to: accountType.treasury });
    },
    rules: { ...venueOnly, house_floor: 'refused', fees_owed: 'refused' },
  },
  lock_savings: {
    command: () => ({ type: 'lock_savings', user: alice, product: 1, version: null, requestKey: null }) as Command,
    rules: traded,
  },
  place_seconds: {
    command: () => {
      const terms = { market: btcusdt, currency: usdt, direction: 'up', seconds: 30, stake: 1_000_000 };
      return { type: 'place_seconds', user: alice, ...terms, version: null, requestKey: null } as Command;
    },
    rules: traded,
  },
  convert: {
    command: () => {
      const terms = { from: usdt, to: btc, amount: 1_000_000, quoted: null, expiresAtMs: null };
      return { type: 'convert', user: alice, ...terms, requestKey: null } as Command;
    },
    rules: traded,
  },
  submit_lever: {
    command: () => {
      const order = { market: btcusdt, side: 'long', kind: 'market', share: 1, multiple: 200 };
      const prices = { target: null, worst: null, takeProfit: null, stopLoss: null };
      return { type: 'submit_lever', user: alice, ...order, ...prices, requestKey: null } as Command;
    },
    rules: { ...traded, margin_needed: 'not: a position needs a rate of 120 % instead' },
  },
  reverse_lever: {
    command: () => ({ type: 'reverse_lever', user: alice, position: 1, requestKey: null }) as Command,
    rules: { ...traded, margin_needed: 'not: the opposite position needs a rate of 120 % when it opens' },
  },
  fund_offer: {
    command: () => {
      const terms = { offer: 1, currency: usdt, amount: 1_000_000, limit: 1 };
      return { type: 'fund_offer', user: alice, ...terms, requestKey: null } as Command;
    },
    rules: sold,
  },
  open_escrow: { command: () => sale(), rules: sold },
  reopen_escrow: {
    command: () => {
      const numbers = { n: cancelledSale, next: 3, voucher: sale().terms };
      return { type: 'reopen_escrow', user: alice, ...numbers, requestKey: null } as Command;
    },
    rules: sold,
  },
  place_order: {
    command: () => ({ type: 'place_order', ...spot, ...limit, side: 'buy', price: 100, quantity: 1 }) as Command,
    rules: traded,
  },
  place_market_order: {
    command: () => {
      const size = { by: 'quantity', quantity: 1 };
      return {
        type: 'place_market_order',
        ...spot,
        side: 'buy',
        price: null,
        size,
        selfTradePrevention: null,
      } as Command;
    },
    rules: traded,
  },
  place_stop_order: {
    command: () => {
      const becomes = { ...limit, price: ticks(100), quantity: lots(1) };
      const terms = { side: 'buy', stopPrice: ticks(9_000_000), becomes, selfTradePrevention: null };
      return { type: 'place_stop_order', ...spot, ...terms } as Command;
    },
    rules: traded,
  },
  replace_order: {
    command: () => {
      const terms = {
        user: alice,
        order: 2,
        side: null,
        clientOrderId: null,
        price: 101,
        quantity: 2,
        requestKey: null,
      };
      return {
        type: 'replace_order',
        ...terms,
        timeInForce: 'gtc',
        postOnly: false,
        selfTradePrevention: null,
      } as Command;
    },
    rules: { ...traded, trading_stopped: 'refused as order_not_found' },
  },
  replace_stop_order: {
    command: () => {
      const becomes = { ...limit, price: ticks(101), quantity: lots(2) };
      const terms = {
        user: alice,
        order: orderId(3),
        side: null,
        clientOrderId: null,
        stopPrice: ticks(9_000_001),
        becomes,
      };
      return { type: 'replace_stop_order', ...terms, selfTradePrevention: null, requestKey: null };
    },
    rules: { ...traded, trading_stopped: 'refused as order_not_found' },
  },
};

/** The commands that lower no available balance, and why. */
const others = {
  ...about('it sets up or changes terms', [
    ...(['list_currency', 'list_market', 'change_market_state', 'change_market_settings', 'set_fee_tier'] as const),
    ...(['set_user_fee_tier', 'set_user_fees', 'configure_index', 'restrict_user'] as const),
    ...(['configure_savings_product', 'configure_convert', 'configure_leverage', 'configure_margin'] as const),
    ...(['configure_seconds', 'configure_seconds_currency', 'configure_seconds_market'] as const),
  ]),
  ...about('it pays what the venue’s fees owe, which no other command can take', ['pay_commission']),
  ...about('it brings money in, and pays debts from that money only', [
    'credit',
    'credit_deposit',
    'credit_card_deposit',
  ]),
  ...about('it pays or returns money that was checked when it was held', ['settle_hold', 'release_hold']),
  ...about('it returns locked money', [
    ...(['cancel_order', 'cancel_client_order', 'cancel_all', 'reduce_order', 'redeem_savings'] as const),
    ...(['cancel_lever', 'drain_offer', 'end_offer', 'cancel_escrow'] as const),
  ]),
  ...about('it pays or returns coins that were checked when they were locked', [
    ...(['release_escrow', 'concede_escrow', 'resolve_escrow'] as const),
  ]),
  ...about('it moves nothing before the next tick, which books results by the rules of leverage', [
    ...(['close_lever', 'close_all_lever', 'set_lever_stops'] as const),
  ]),
  ...about('it moves no money', [
    ...(['mature_credit', 'index_ticks', 'clock', 'pay_escrow', 'ask_cancel_escrow', 'appeal_escrow'] as const),
    ...(['mark_escrow_abnormal', 'withdraw_escrow_appeal', 'hold_escrow', 'attach_agent', 'detach_agent'] as const),
    'drop_commission',
  ]),
  ...about('it is replayed by the rules of its version', ['debit']),
} satisfies Partial<Record<CommandType, string>>;

function about<Type extends CommandType>(why: string, types: readonly Type[]): Record<Type, string> {
  return Object.fromEntries(types.map((type) => [type, why])) as Record<Type, string>;
}

const cells = Object.entries(rows).flatMap(([type, row]) =>
  Object.entries(row.rules).map(([reason, cell]) => ({ type, reason: reason as LeavingReason, cell, row })),
);

describe('what may leave an account', () => {
  it('is decided for every command: it has a row, or a reason why it lowers no balance', () => {
    const listed = [...Object.keys(rows), ...Object.keys(others)];
    expect(listed.toSorted()).toEqual(Object.keys(commandDeclarations).toSorted());
  });

  it('is decided for every rule: each row has a cell for it', () => {
    const reasons = [...leavingRules.map(({ reason }) => reason), 'trading_stopped'].toSorted();
    for (const [type, { rules }] of Object.entries(rows)) expect(Object.keys(rules).toSorted(), type).toEqual(reasons);
  });

  it('has no rule for orders of the spot market, which check their balance themselves', () => {
    for (const { reason, appliesTo } of leavingRules) {
      expect((appliesTo as readonly string[]).includes('trade'), reason).toBe(false);
    }
  });

  it.each(cells)('for $type and $reason: $cell', ({ reason, cell, row }) => {
    const tested = situation(reason, row.prepared ?? null);
    const events = tested.apply(row.command(reason));
    const rejection = rejectionOf(events)?.reason ?? null;

    const [, other = reason] = /^refused as (.*)$/.exec(cell) ?? [];
    expect(rejection).toBe(cell.startsWith('refused') ? other : null);
    const own = events.filter((event) => event.type === 'credit_reversed');
    const postings = own.flatMap((event) => event.postings).filter((one) => one.accountType === lever);
    if (cell === 'spared') expect([own.length, postings]).toEqual([1, []]);
  });
});
