import {
  chapter,
  type CapabilityDocumentation,
  type Description,
  describe,
  named,
  sequence,
} from '../documentation/declare.ts';
import * as calls from './calls.ts';
import {
  Candle,
  coinShow,
  currencyInfo,
  deal,
  favorite,
  kline,
  Match,
  maxCandles,
  periods,
  sparklinePoints,
  sparklines,
} from './calls.ts';
import { inBase, inQuote, marketFields, marketId } from './field-words.ts';
import {
  DayMarketMessage,
  GlobalTxMessage,
  KlineMessage,
  type marketChannels,
  MarketChangedMessage,
  MarketDepthMessage,
} from './socket.ts';

const market = { currency_match_id: [marketId, 1], symbol: marketFields.symbol, sequence } as const;
const type = (name: string) => ['The channel, as it was asked for.', name] as const;

const worthOfQuote = {
  cny_price: ['What one unit of the quote currency is worth in yuan; "0" before its first price.', '6.8'],
  usd_price: ['The same in dollars.', '1'],
} as const;

const dealt = deal.output.properties.quotation.allOf[1].properties.currency_match;

const channels = {
  DAY_MARKET: 'First a message of every market, then of those that changed, four times a second at most.',
  MARKET_DEPTH:
    'First a snapshot, then changes, 20 times a second at most. A change fits only when its `previous_sequence` is the `sequence` of the message before it; when it is not, unsubscribe and subscribe again.',
  GLOBAL_TX: 'First the latest 30 trades, then the new ones, 20 times a second at most. None is left out.',
  KLINE:
    'The bar that is being built, four times a second at most, and once more when it is finished. Without a period: one minute.',
  MARKET_CHANGED:
    'A market was listed, or its state, settings or fees changed, the caller’s own included: ask `market/currency_matches` again.',
} satisfies Record<keyof typeof marketChannels, string>;

const objects: readonly Description[] = [
  ...named(calls, {
    Quotation: {
      currency_match_id: [marketId, 1],
      close: [`Last price, ${inQuote}; "0" before the first trade.`, '60000'],
      change: ['Change against the price 24 hours ago, in per cent with two decimals.', '1.25'],
      high: [`Highest price of the last 24 hours, ${inQuote}.`, '60500'],
      low: [`Lowest price of the last 24 hours, ${inQuote}.`, '58900'],
      volume: [`Traded within the last 24 hours, ${inBase}.`, '812.4051'],
    },
    Match: {
      id: [marketId, 1],
      name: ['The same as `symbol`.', 'BTC/USDT'],
      symbol: ['What the market is called everywhere.', 'BTC/USDT'],
      base_currency_id: ['Id of the currency that is bought and sold.', 1],
      quote_currency_id: ['Id of the currency that is paid with.', 3],
      base_currency_code: ['Code of the base currency.', 'BTC'],
      quote_currency_code: ['Code of the quote currency.', 'USDT'],
      base_currency: ['The base currency once more, with its name.'],
      open_change: ['1 where spot orders are taken.', 1],
      open_lever: ['1 where leverage is offered.', 0],
      open_microtrade: ['1 where seconds contracts are offered.', 0],
      added: ['1 when the caller, who sent a live session, has starred the market.', 0],
      lever_fee_rate: ['Fee of leverage as a fraction.', '0'],
      price_decimals: ['Decimals that a price may have.', 1],
      price_step: ['Prices are multiples of this.', '0.1'],
      amount_decimals: ['Decimals that a quantity may have.', 5],
      amount_step: ['Quantities are multiples of this.', '0.00001'],
      base_decimals: ['Decimals of money in the base currency.', 8],
      quote_decimals: ['Decimals of money in the quote currency.', 6],
      min_notional: [`The least that an order may be worth, ${inQuote}.`, '5'],
      market_slippage: ['How far from its price a market order may trade, as a fraction of it.', '0.02'],
      maker_fee_rate: [
        'Fee of who waited in the book, as a fraction of what is received: "0.001" is 10 bps. The caller’s own with a live session. Below zero it is a rebate.',
        '0.001',
      ],
      taker_fee_rate: ['Fee of who traded with what waited there, likewise.', '0.001'],
      self_trade_prevention: [
        'What happens instead of a trade with oneself where an order says nothing of it: the order in the book ends, the new one does, or both.',
        'expire_maker',
      ],
      sell_blocked: ['Whether sell orders are refused.', false],
      state: ['What the market takes: everything, only orders that rest, only cancels, or nothing.', 'open'],
      currency_quotation: ['The rolling day.'],
    },
    MatchGroup: {
      id: ['Id of the group.', 1],
      code: ['Code of the quote currency.', 'USDT'],
      name: ['Its name.', 'Tether'],
      is_quote: ['Always 1.', 1],
      ...worthOfQuote,
      matches: ['The markets with this quote currency, by id.'],
    },
    DepthRow: {
      price: [`Price of the level, ${inQuote}.`, '59990'],
      amount: [`What waits there, ${inBase}. In a change it is the new amount, and "0" takes the level away.`, '0.75'],
    },
    Depth: {
      in: ['Bids, best first.'],
      out: ['Asks, best first.', [{ price: '60010', amount: '1.2' }]],
    },
    TapeRow: {
      id: ['Id of the trade; ascending within a market.', 5012],
      time: ['When it was made, epoch milliseconds.', 1767225600000],
      price: [`Price, ${inQuote}.`, '60000'],
      amount: [`Quantity, ${inBase}.`, '0.015'],
      number: ['The same as `amount`.', '0.015'],
      way: ['Side of the taker: 1 sell, 2 buy.', 2],
    },
    Favorite: { currency_match_id: [marketId, 1], added: ['1 when it is among the caller’s favourites.', 1] },
    Sparkline: {
      currency_match_id: [marketId, 1],
      closes: [
        `Prices, oldest first, one every half an hour, ${sparklinePoints} at most; none of a market that was never traded.`,
        ['59250', '59500', '60000'],
      ],
    },
  }),
  describe(Match.properties.base_currency, {
    id: ['Id of the currency.', 1],
    code: ['Its code.', 'BTC'],
    name: ['Its name.', 'Bitcoin'],
    logo: ['Address of its mark; empty when there is none.', '/coins/btc.svg'],
  }),
  describe(
    Candle,
    {
      time: ['When the bar begins, epoch seconds.', 1767225600],
      open: [`First price, ${inQuote}.`, '59980'],
      high: [`Highest price, ${inQuote}.`, '60020'],
      low: [`Lowest price, ${inQuote}.`, '59950'],
      close: [`Last price, ${inQuote}. A period without trades repeats the close before it, with volume "0".`, '60000'],
      volume: [`Traded, ${inBase}.`, '3.20415'],
    },
    'Bar',
  ),
  describe(favorite.input, {
    currency_match_id: [marketId, 1],
    added: ['1 or `true` adds it, 0 or `false` removes it.', 1],
  }),
  describe(deal.input, { currency_match_id: [marketId, 1] }),
  describe(deal.output, {
    quotation: ['The rolling day, with the market and what its quote currency is worth.'],
    depth: ['The best levels of the book, 250 of each side at most.'],
    depth_sequence: [
      'Journal sequence that the book reflects; compare it with the `sequence` of `MARKET_DEPTH`.',
      90210,
    ],
    tx_completes: ['The latest 30 trades, newest first.'],
  }),
  describe(deal.output.properties.quotation.allOf[1], { currency_match: ['The market.'] }),
  describe(dealt, {
    id: [marketId, 1],
    symbol: ['What it is called.', 'BTC/USDT'],
    quote_currency: ['Its quote currency.'],
  }),
  describe(dealt.properties.quote_currency, {
    id: ['Id of the currency.', 3],
    code: ['Its code.', 'USDT'],
    ...worthOfQuote,
  }),
  describe(kline.input, {
    from: ['From this time on, epoch seconds.', 1767225600],
    to: ['Before this time, epoch seconds.', 1767229200],
    period: [`One of ${periods.map((name) => `\`${name}\``).join(', ')}.`, '1min'],
    symbol: ['The market by its symbol; the id wins when both are given.', 'BTC/USDT'],
    currency_match_id: ['The market by its id.'],
  }),
  describe(sparklines.output, {
    time: ['Where the lines end, epoch seconds; it moves on once a minute.', 1767225600],
    lines: ['A line of every market.'],
  }),
  describe(coinShow.output, { desc_switch: ['1 when the page shows what a currency is.', 1] }),
  describe(currencyInfo.input, { currency_id: ['Id of the currency.', 1] }),
  describe(currencyInfo.output, {
    id: ['Id of the currency.', 1],
    logo: ['Address of its mark; empty when there is none.', '/coins/btc.svg'],
    code: ['Its code.', 'BTC'],
    name: ['Its name.', 'Bitcoin'],
    desc: ['What it is, in a few sentences; may be empty.', 'The first cryptocurrency.'],
    twitter_url: ['Address of its project; empty when there is none, as with the others.', 'https://x.com/bitcoin'],
    telegram_url: ['Address of its group.', ''],
    official_website_address: ['Address of its site.', 'https://bitcoin.org'],
    github_url: ['Address of its source.', 'https://github.com/bitcoin'],
    block_explorer: ['Where its blocks are shown.', 'https://mempool.space'],
  }),
  describe(DayMarketMessage, {
    type: ['Always `DAY_MARKET`.', 'DAY_MARKET'],
    ...market,
    quotation: ['The rolling day.'],
  }),
  describe(MarketDepthMessage, {
    type: type('MARKET_DEPTH.BTC/USDT'),
    ...market,
    snapshot: ['Whether this is all of it: the first message after `sub`.', true],
    previous_sequence: ['`sequence` of the message before it; null in a snapshot.', null],
    depth: ['Levels; after the snapshot those that changed, with their new amount.'],
  }),
  describe(GlobalTxMessage, {
    type: type('GLOBAL_TX.BTC/USDT'),
    ...market,
    snapshot: ['Whether these are the latest 30: the first message after `sub`.', false],
    completes: ['Trades, newest first.'],
  }),
  describe(KlineMessage.allOf[0], { type: type('KLINE.BTC/USDT.1min'), ...market, period: ['Its period.', '1min'] }),
  describe(MarketChangedMessage, {
    type: ['Always `MARKET_CHANGED`.', 'MARKET_CHANGED'],
    ...market,
    state: ['What the market takes now.', 'post_only'],
  }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Markets', calls, {
      currencyMatches: {
        summary: 'All markets, grouped by quote currency',
        says: 'Everything about a market that a program has to know before it trades: its steps, its fees, its state.',
      },
      favorite: { summary: 'Add a market to one’s favourites, or remove it' },
      deal: { summary: 'Quotation, order book and latest trades of one market' },
      kline: {
        summary: 'Bars with from ≤ time < to (epoch seconds), ascending',
        says: `${maxCandles} bars at most; of a longer range the latest come.`,
      },
      sparklines: {
        summary:
          'The last 24 hours of every market as a small price line; `time` is where they end, in epoch seconds, and moves on once a minute',
      },
      coinShow: { summary: 'Whether the currency overview is shown' },
      currencyInfo: { summary: 'What a currency is' },
    }),
  ],
  channels,
  objects,
};
