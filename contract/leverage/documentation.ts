import {
  type CapabilityDocumentation,
  chapter,
  type Description,
  describe,
  named,
  page,
  paging,
  sequence,
} from '../documentation/declare.ts';
import * as calls from './calls.ts';
import {
  cancelLever,
  closeLever,
  closeLeverBatch,
  leverDeal,
  LeverPair,
  leverPositions,
  ownLever,
  reverseLever,
  setLeverStops,
  submitLever,
  VenueFigures,
} from './calls.ts';
import { type leverageChannels, LeverClosedMessage, LeverTradeMessage, MarkMessage } from './socket.ts';

const acceptedAt = 1767268800000;

const marketId = ['Id of the market.', 1] as const;
const positionId = ['Id of one of the user’s positions.', 812] as const;
const stopPrices = {
  target_profit_price: [
    'Closes the position at a profit once the mark reaches it; none or 0 for no such stop.',
    '66000',
  ],
  stop_loss_price: ['Closes the position at a loss once the mark reaches it; none or 0 for no such stop.', '64500'],
} as const;

const account = {
  quote_currency_id: ['Id of the quote currency.', 3],
  balance: ['Balance of the lever account, available and locked for leverage.', '97.39974'],
  user_lever: ['Available part of it.', '64.89649'],
  margin: ['Sum of the margins of held positions.', '32.50325'],
  entrust_held: ['Margin and fees held for orders.', '0'],
  maintenance: ['Sum of the maintenance margins of held positions.', '16.251625'],
  equity: ['Balance and profits of all held positions at the marks.', '96.74974'],
  profits_all: ['Sum of those profits.', '-0.65'],
  hazard_rate: ['Equity in percent of all margins, rounded down; null without held positions.', '297.66'],
  hazard_rev: ['The same as `hazard_rate`.', '297.66'],
  transferable: ['The most that may be moved out of the account now.', '31.74324'],
  warning: ['Whether `hazard_rate` is at most 100.', false],
} as const;

const position = {
  id: positionId,
  currency_match_id: marketId,
  symbol: ['Symbol of the market.', 'BTC/USDT'],
  base_currency_id: ['Id of the base currency.', 1],
  quote_currency_id: ['Id of the quote currency.', 3],
  type: ['1 buy (long), 2 sell (short).', 1],
  type_name: ['The side in the language of the caller.', 'Long'],
  kind: ['`market` or `limit`.', 'market'],
  status: ['0 ordered, 1 held, 2 closes at the next tick, 3 closed, 4 revoked without having been held.', 1],
  status_name: ['The status in the language of the caller.', 'Open'],
  share: ['Number of hands.', 100],
  number: ['The hands in the base currency.', '0.1'],
  multiple: ['Multiple of the margin.', 200],
  price: ['Price of the fill; before it the price at which money is held.', '65006.5'],
  origin_price: ['Mark at the fill; null before it.', '65000'],
  update_price: ['Mark now, or at the close; null if the order was revoked or the pair never had one.', '65000'],
  target_price: ['Price that a limit order waits for; null for market orders.', null],
  worst_price: ['Price beyond which a market order is revoked; null for none.', null],
  target_profit_price: ['Stop at a profit; null for none.', null],
  stop_loss_price: ['Stop at a loss; null for none.', null],
  caution_money: ['Margin in the quote currency.', '32.50325'],
  trade_fee: ['Fee for opening, in the quote currency.', '2.60026'],
  maintenance: ['Maintenance margin, fixed at the fill.', '16.251625'],
  profits: ['Profit at `update_price`, negative for a loss.', '-0.65'],
  profit_rate: ['Profit in percent of the margin, rounded down.', '-1.9999'],
  liquidation_price: [
    'Mark at which the account is liquidated if all other marks stay; null if there is none.',
    '64195.017',
  ],
  bankruptcy_price: ['Mark at which the equity of the account is zero if all other marks stay.', '64032.502'],
  adl_rank: ['Place in the order of deleveraging, 5 first; null unless it is held.', 3],
  time: ['Time of the order, epoch milliseconds.', acceptedAt],
  filled_at: ['Time of the fill, epoch milliseconds; null before it.', acceptedAt + 500],
  handle_time: ['Time of its end, epoch milliseconds; null before it.', null],
  close_price: ['Mark at which it was closed; null before.', null],
  close_reason: [
    '`user`, `take_profit`, `stop_loss`, `reverse`; `liquidation` of the account; `cover` of another loss; `deleveraging`. Null while it is held.',
    null,
  ],
  revoke_reason: ['Why an order was revoked; null otherwise.', null],
  deficit: ['The part of the loss that the account could not bear.', '0'],
  unpaid: [
    'The part of the profit that the venue could not pay at the close; it stays a claim, which its next money pays.',
    '0',
  ],
  reverses: ['Id of the position that this one reversed; null for none.', null],
} as const;

const objects: readonly Description[] = [
  ...named(calls, {
    LeverPosition: position,
    LeverAccount: account,
    LeverPair: {
      currency_match_id: marketId,
      state: ['`open`, or `reduce_only` while no positions are opened.', 'open'],
      lever_share_num: ['Size of a hand in the base currency.', '0.001'],
      mark: ['The mark: the index in the quote currency; null while it is not live.', '65000'],
      mark_decimals: ['Decimals of prices.', 3],
      spread_rate: ['Spread as a fraction: positions open at the mark plus or minus it.', '0.0001'],
      lever_fee_rate: ['Fee for opening as a fraction.', '0.0004'],
      tiers: ['The highest multiple by the total amount of the user’s positions on the pair.'],
      min_share: ['The fewest hands of an order.', 1],
      max_share: ['The most hands of an order.', 100000],
      room: ['The amount in the quote currency that new positions may have at most now.', '40000000'],
      reserve_rate: ['The part of the amount that the venue reserves for the profit, as a fraction.', '0.1'],
    },
    VenueFigures: {
      sequence: ['Journal sequence that the figures reflect.', 90210],
      time: ['Time of that command, epoch milliseconds.', acceptedAt],
      currencies: ['One entry per quote currency.'],
      pairs: ['One entry per market with leverage.'],
    },
  }),
  describe(LeverPair.properties.tiers.items, {
    limit: ['The total amount up to which the multiple is allowed, in the quote currency.', '10000'],
    multiple: ['The highest multiple.', 200],
  }),
  describe(VenueFigures.properties.currencies.items, {
    currency_id: ['Id of the quote currency.', 3],
    currency_code: ['Code of the quote currency.', 'USDT'],
    lever_house: ['Balance of the house, which is the other side of every position.', '20000000'],
    lever_reserved: ['The part of it that is reserved for profits.', '650.065'],
    house_floor: ['The part of it that no new position may reserve.', '2000000'],
    insurance: ['Balance of the insurance fund.', '2000000'],
    deficits: ['Losses so far that accounts could not bear.', '0'],
    insured: ['The part of them that the insurance fund paid.', '0'],
    unpaid: ['Profits that the venue could not pay, has not paid since, and that no loss was set off against.', '0'],
    liquidations: ['Number of liquidations so far.', 0],
    deleveraged: ['Number of positions so far that were closed because their profit could not be reserved.', 0],
  }),
  describe(VenueFigures.properties.pairs.items, {
    currency_match_id: marketId,
    symbol: ['Symbol of the market.', 'BTC/USDT'],
    state: ['`open` or `reduce_only`.', 'open'],
    mark: ['The mark; null while the index is not live.', '65000'],
    gross_cap: ['The most that all positions and orders may amount to, in the quote currency.', '40000000'],
    ordered: ['Amount of all orders that wait.', '0'],
    long: ['Long positions.'],
    short: ['Short positions.'],
  }),
  describe(VenueFigures.properties.pairs.items.properties.long, {
    positions: ['Number of positions.', 1],
    gross: ['Their amount at their entries, in the quote currency.', '6500.65'],
    adl_prices: [
      'The entries that divide the positions in fifths by return, the best fifth first; empty without positions.',
      ['65006.5', '65006.5', '65006.5', '65006.5', '65006.5'],
    ],
  }),
  describe(leverDeal.input, { currency_match_id: marketId }),
  describe(leverDeal.output, {
    user_lever: account.user_lever,
    multiple: ['The multiples and numbers of hands on offer.'],
    my_transaction: ['The user’s last ten fills of the pair, newest first.'],
    market_type: ['0 if the fee is a part of the margin, 1 if of the amount.', 1],
    account: ['The lever account of the quote currency.'],
    pair: ['The terms of the pair.'],
  }),
  describe(leverDeal.output.properties.multiple, {
    muit: ['The multiples.'],
    share: ['Numbers of hands.'],
  }),
  describe(leverDeal.output.properties.multiple.properties.muit.items, { value: ['The multiple.', 200] }),
  describe(leverDeal.output.properties.multiple.properties.share.items, {
    value: ['Number of hands.', 100],
    label: ['The number with its size in the base currency.', '100 (0.1)'],
  }),
  describe(leverDeal.output.properties.my_transaction.items, {
    id: positionId,
    type_name: ['The kind of fill in the language of the caller.', 'Open long'],
    time: ['Time, epoch milliseconds.', acceptedAt + 500],
    price: ['Price of the fill.', '65006.5'],
    number: ['Size in the base currency.', '0.1'],
  }),
  describe(leverPositions.input, { currency_match_id: marketId, ...paging }),
  describe(leverPositions.output, {
    order: ['The user’s held positions of the pair, newest first.'],
    account: ['The lever account of the quote currency.'],
  }),
  describe(leverPositions.output.properties.order, page),
  describe(ownLever.input, {
    status: ['5 or 1: held positions; 0: orders; 3: closed positions; 6: orders, also revoked ones.', 1],
    currency_match_id: ['Only those of this market; default all.'],
    ...paging,
  }),
  describe(ownLever.output, page),
  describe(submitLever.input, {
    currency_match_id: marketId,
    type: ['1 buy (long), 2 sell (short).', 1],
    status: ['0 limit order, 1 market order.', 1],
    share: ['Number of hands.', 100],
    multiple: ['One of the multiples on offer.', 200],
    target_price: ['Price that a limit order waits for; ignored for market orders.'],
    worst_price: ['Price beyond which a market order is revoked; ignored for limit orders.', '65331.5'],
    ...stopPrices,
    pay_password: ['The trade password, if the user has set one.'],
  }),
  describe(cancelLever.input, { id: positionId }),
  describe(closeLever.input, { id: positionId }),
  describe(reverseLever.input, { id: positionId }),
  describe(setLeverStops.input, { id: positionId, ...stopPrices }),
  describe(closeLeverBatch.input, {
    type: ['0 all, 1 long only, 2 short only.', 0],
    currency_match_id: ['Only positions of this market; default all.'],
  }),
  describe(closeLeverBatch.output, { closing: ['Number of positions that close at the next ticks.', 3] }),
  describe(LeverTradeMessage, {
    type: ['Always `LEVER_TRADE`.', 'LEVER_TRADE'],
    sequence,
    order: ['The position as of this sequence; null when only the account changed.'],
    ...account,
  }),
  describe(LeverClosedMessage, {
    type: ['Always `LEVER_CLOSED`.', 'LEVER_CLOSED'],
    sequence,
    order: ['The position with its end.'],
    ...account,
  }),
  describe(MarkMessage, {
    type: ['Always `MARK`.', 'MARK'],
    sequence,
    snapshot: ['Whether this is the first message after `sub`, with every mark.', true],
    marks: ['Id of the market and its mark, which is null while the index is not live.', [[1, '65000']]],
  }),
];

const channels = {
  LEVER_TRADE: 'Sent at each order, fill and change of stops, and after a liquidation.',
  LEVER_CLOSED: 'Sent at each close, and when an order is revoked.',
  MARK: 'First every mark, then those that changed. With the marks a client computes the profits of positions.',
} satisfies Record<keyof typeof leverageChannels, string>;

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Leverage', calls, {
      leverDeal: { summary: 'The account, the terms of a pair, and the user’s last fills of it' },
      leverPositions: { summary: 'The user’s held positions of a pair, with the account' },
      ownLever: { summary: 'The user’s positions and orders', says: 'Newest first.' },
      submitLever: {
        summary: 'Order a leveraged position',
        says: 'A market order fills at the first mark that is computed only from observations of sources after its acceptance; a limit order once the mark reaches its price, never at a worse one. Positions open at the mark plus or minus the spread and close at the mark.',
      },
      cancelLever: { summary: 'Revoke a limit order' },
      closeLever: { summary: 'Close a position at the next tick of its index' },
      reverseLever: {
        summary: 'Close a position and open the opposite one at the same tick',
        says: 'The new position is checked at that tick and revoked if it cannot be opened.',
      },
      setLeverStops: { summary: 'Set or clear the stops of a position or an order' },
      closeLeverBatch: { summary: 'Close all positions, or all that are long or short' },
      venueFigures: {
        summary: 'The venue’s own side of leverage: house, insurance fund, exposure and losses so far',
      },
    }),
  ],
  channels,
  objects,
};
