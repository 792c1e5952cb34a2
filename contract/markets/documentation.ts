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
const type = (name: string) => ['The channel with its symbol, as subscribed.', name] as const;

const worthOfQuote = {
  cny_price: ['Value of one unit of the quote currency in yuan; "0" before its first price.', '6.8'],
  usd_price: ['Value of one unit of the quote currency in dollars.', '1'],
} as const;

const dealt = deal.output.properties.quotation.allOf[1].properties.currency_match;

const channels = {
  DAY_MARKET: 'First a message for every market, then for those that changed, at most four times a second.',
  MARKET_DEPTH:
    'First a snapshot, then changes, at most 20 times a second. Apply a change only if its `previous_sequence` is the `sequence` of the message before it; otherwise unsubscribe and subscribe again.',
  GLOBAL_TX: 'First the latest 30 trades, then new ones, at most 20 messages a second. No trade is skipped.',
  KLINE:
    'The running candle, at most four times a second, and once more when it is complete. Without a period: one minute.',
  MARKET_CHANGED:
    'A market was listed, or its state, settings or fees changed, including the caller’s own fees: call `market/currency_matches` again.',
} satisfies Record<keyof typeof marketChannels, string>;

const objects: readonly Description[] = [
  ...named(calls, {
    Quotation: {
      currency_match_id: [marketId, 1],
      close: [`Last price, ${inQuote}; "0" before the first trade.`, '60000'],
      change: ['Change against the price 24 hours ago, in percent with two decimals.', '1.25'],
      high: [`Highest price of the last 24 hours, ${inQuote}.`, '60500'],
      low: [`Lowest price of the last 24 hours, ${inQuote}.`, '58900'],
      volume: [`Traded volume of the last 24 hours, ${inBase}.`, '812.4051'],
    },
    Match: {
      id: [marketId, 1],
      name: ['The same as `symbol`.', 'BTC/USDT'],
      symbol: ['Symbol of the market.', 'BTC/USDT'],
      base_currency_id: ['Id of the currency that is traded.', 1],
      quote_currency_id: ['Id of the currency in which prices are quoted.', 3],
      base_currency_code: ['Code of the base currency.', 'BTC'],
      quote_currency_code: ['Code of the quote currency.', 'USDT'],
      base_currency: ['The base currency with its name.'],
      open_change: ['1 if spot orders are accepted.', 1],
      open_lever: ['1 if leverage is offered.', 0],
      open_microtrade: ['1 if seconds contracts are offered.', 0],
      added: ['1 if the market is a favourite of the caller; requires a live session.', 0],
      lever_fee_rate: ['Fee of leverage as a fraction.', '0'],
      price_decimals: ['Decimals of prices.', 1],
      price_step: ['Prices are multiples of this.', '0.1'],
      amount_decimals: ['Decimals of quantities.', 5],
      amount_step: ['Quantities are multiples of this.', '0.00001'],
      base_decimals: ['Decimals of balances in the base currency.', 8],
      quote_decimals: ['Decimals of balances in the quote currency.', 6],
      min_notional: [`Minimum value of an order, ${inQuote}.`, '5'],
      market_slippage: ['Maximum distance of a market order’s trades from its price, as a fraction of it.', '0.02'],
      maker_fee_rate: [
        'Maker fee as a fraction of the received amount: "0.001" is 10 bps. With a live session it is the caller’s own. A negative fee is a rebate.',
        '0.001',
      ],
      taker_fee_rate: ['Taker fee, likewise.', '0.001'],
      self_trade_prevention: [
        'What happens instead of a trade between orders of the same user, unless the new order specifies it: the resting order ends, the new one ends, or both.',
        'expire_maker',
      ],
      sell_blocked: ['Whether sell orders are refused.', false],
      state: [
        'Orders that the market accepts: all (`open`), post-only orders and cancels, cancels only, or none.',
        'open',
      ],
      currency_quotation: ['The rolling 24 hours.'],
    },
    MatchGroup: {
      id: ['Id of the group.', 1],
      code: ['Code of the quote currency.', 'USDT'],
      name: ['Name of the currency.', 'Tether'],
      is_quote: ['Always 1.', 1],
      ...worthOfQuote,
      matches: ['The markets with this quote currency, by id.'],
    },
    DepthRow: {
      price: [`Price of the level, ${inQuote}.`, '59990'],
      amount: [`Resting quantity, ${inBase}. In a change it is the new quantity, and "0" removes the level.`, '0.75'],
    },
    Depth: {
      in: ['Bids, best first.'],
      out: ['Asks, best first.', [{ price: '60010', amount: '1.2' }]],
    },
    TapeRow: {
      id: ['Id of the trade; ascending within a market, and negative before a demo’s first start.', 5012],
      time: ['Time of the trade, epoch milliseconds.', 1767225600000],
      price: [`Price, ${inQuote}.`, '60000'],
      amount: [`Quantity, ${inBase}.`, '0.015'],
      number: ['The same as `amount`.', '0.015'],
      way: ['Side of the taker: 1 sell, 2 buy.', 2],
    },
    Favorite: { currency_match_id: [marketId, 1], added: ['1 if it is one of the caller’s favourites.', 1] },
    Sparkline: {
      currency_match_id: [marketId, 1],
      closes: [
        `Prices, oldest first, one per half hour, at most ${sparklinePoints}; empty for a market that was never traded.`,
        ['59250', '59500', '60000'],
      ],
    },
  }),
  describe(Match.properties.base_currency, {
    id: ['Id of the currency.', 1],
    code: ['Code of the currency.', 'BTC'],
    name: ['Name of the currency.', 'Bitcoin'],
    logo: ['Address of its logo; empty if there is none.', '/coins/btc.svg'],
  }),
  describe(
    Candle,
    {
      time: ['Opening time of the candle, epoch seconds.', 1767225600],
      open: [`First price, ${inQuote}.`, '59980'],
      high: [`Highest price, ${inQuote}.`, '60020'],
      low: [`Lowest price, ${inQuote}.`, '59950'],
      close: [`Last price, ${inQuote}. A candle without trades repeats the previous close, with volume "0".`, '60000'],
      volume: [`Traded, ${inBase}.`, '3.20415'],
    },
    'Candle',
  ),
  describe(favorite.input, {
    currency_match_id: [marketId, 1],
    added: ['1 or `true` adds it, 0 or `false` removes it.', 1],
  }),
  describe(deal.input, { currency_match_id: [marketId, 1] }),
  describe(deal.output, {
    quotation: ['The rolling 24 hours, with the market and the value of its quote currency.'],
    depth: ['The best levels of the book, at most 250 per side.'],
    depth_sequence: [
      'Journal sequence that the book reflects; compare it with the `sequence` of `MARKET_DEPTH`.',
      90210,
    ],
    tx_completes: ['The latest 30 trades, newest first.'],
  }),
  describe(deal.output.properties.quotation.allOf[1], { currency_match: ['The market.'] }),
  describe(dealt, {
    id: [marketId, 1],
    symbol: ['Symbol of the market.', 'BTC/USDT'],
    quote_currency: ['The quote currency.'],
  }),
  describe(dealt.properties.quote_currency, {
    id: ['Id of the currency.', 3],
    code: ['Code of the currency.', 'USDT'],
    ...worthOfQuote,
  }),
  describe(kline.input, {
    from: ['Start time, epoch seconds.', 1767225600],
    to: ['Before this time, epoch seconds.', 1767229200],
    period: [`One of ${periods.map((name) => `\`${name}\``).join(', ')}.`, '1min'],
    symbol: ['Symbol of the market; the id takes precedence if both are given.', 'BTC/USDT'],
    currency_match_id: ['The market by its id.'],
  }),
  describe(sparklines.output, {
    time: ['End of the lines, epoch seconds; it advances once a minute.', 1767225600],
    lines: ['The line of every market.'],
  }),
  describe(coinShow.output, { desc_switch: ['1 if the page shows information about a currency.', 1] }),
  describe(currencyInfo.input, { currency_id: ['Id of the currency.', 1] }),
  describe(currencyInfo.output, {
    id: ['Id of the currency.', 1],
    logo: ['Address of its logo; empty if there is none.', '/coins/btc.svg'],
    code: ['Code of the currency.', 'BTC'],
    name: ['Name of the currency.', 'Bitcoin'],
    desc: ['Description in a few sentences; may be empty.', 'The first cryptocurrency.'],
    twitter_url: [
      'Address of its X account; empty if there is none, as for the other addresses.',
      'https://x.com/bitcoin',
    ],
    telegram_url: ['Address of its Telegram group.', ''],
    official_website_address: ['Address of its website.', 'https://bitcoin.org'],
    github_url: ['Address of its source code.', 'https://github.com/bitcoin'],
    block_explorer: ['Address of its block explorer.', 'https://mempool.space'],
  }),
  describe(DayMarketMessage, {
    type: ['Always `DAY_MARKET`.', 'DAY_MARKET'],
    ...market,
    quotation: ['The rolling 24 hours.'],
  }),
  describe(MarketDepthMessage, {
    type: type('MARKET_DEPTH.BTC/USDT'),
    ...market,
    snapshot: ['Whether this is the first message after `sub`, with all levels.', true],
    previous_sequence: ['`sequence` of the previous message; null in a snapshot.', null],
    depth: ['Levels; after the snapshot those that changed, with their new quantity.'],
  }),
  describe(GlobalTxMessage, {
    type: type('GLOBAL_TX.BTC/USDT'),
    ...market,
    snapshot: ['Whether this is the first message after `sub`, with the latest 30 trades.', false],
    completes: ['Trades, newest first.'],
  }),
  describe(KlineMessage.allOf[0], {
    type: type('KLINE.BTC/USDT.1min'),
    ...market,
    period: ['Period of the candle.', '1min'],
  }),
  describe(MarketChangedMessage, {
    type: ['Always `MARKET_CHANGED`.', 'MARKET_CHANGED'],
    ...market,
    state: ['Orders that the market accepts now.', 'post_only'],
  }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Markets', calls, {
      currencyMatches: {
        summary: 'All markets, grouped by quote currency',
        says: 'Everything that a program needs to know about a market before it trades: steps, fees, state.',
      },
      favorite: { summary: 'Add a market to the user’s favourites, or remove it' },
      deal: { summary: 'Quotation, order book and latest trades of one market' },
      kline: {
        summary: 'Candles with from ≤ time < to (epoch seconds), ascending',
        says: `At most ${maxCandles} candles; for a longer range the latest ones.`,
      },
      sparklines: {
        summary:
          'The last 24 hours of every market as a sparkline; `time` is where they end, in epoch seconds, and advances once a minute',
      },
      coinShow: { summary: 'Whether the page shows the currency overview' },
      currencyInfo: { summary: 'Information about a currency' },
    }),
  ],
  channels,
  objects,
};
