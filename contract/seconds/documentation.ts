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
import { MicroCurrency, MicroEvidence, microEvidence, MicroFigures, microOrders, submitMicro } from './calls.ts';
import { MicroChangedMessage, MicroClosedMessage, type secondsChannels } from './socket.ts';

const acceptedAt = 1767268800000;

const symbol = ['Symbol of the market.', 'BTC/USDT'] as const;
const marketId = ['Id of the market.', 1] as const;
const currencyId = ['Id of the currency of the stake.', 3] as const;
const currencyCode = ['Code of the currency of the stake.', 'USDT'] as const;
const seconds = ['Duration in seconds.', 30] as const;
const ratio = ['Profit of a won contract before its fee, as a fraction of the stake.', '0.8'] as const;
const feeRate = ['Fee of a won contract, as a fraction of that profit.', '0'] as const;
const breakEven = ['Percentage of contracts that must win for no loss on average, rounded up.', '55.56'] as const;
const direction = ['1 up: wins if the index rises; 2 down: wins if it falls.', 1] as const;
const stake = ['Stake, one of the offered numbers.', '10'] as const;

const objects: readonly Description[] = [
  ...named(calls, {
    MicroCurrency: {
      id: currencyId,
      code: currencyCode,
      micro_account: ['The account of seconds contracts.'],
      micro_numbers: ['The stakes that are offered, ascending.'],
      room: ['The most that the user may stake in addition to all open contracts.', '4990'],
    },
    MicroOption: {
      seconds,
      profit_ratio: ratio,
      fee_rate: feeRate,
      break_even: breakEven,
      version: ['Version of all durations and payouts; a change counts one up.', 1],
    },
    MicroOrder: {
      id: ['Id of the contract.', 4711],
      match_id: marketId,
      symbol_name: symbol,
      currency_id: currencyId,
      currency_name: currencyCode,
      type: direction,
      seconds,
      number: stake,
      profit_ratio: ratio,
      fee_rate: feeRate,
      break_even: breakEven,
      payout: ['Profit of a win before its fee.', '8'],
      status: ['1 in progress, 3 closed.', 1],
      open_price: ['Strike price: mean of the index ticks of the first second; null before it is known.', '65000.12'],
      end_price: ['Settlement price: trimmed mean of the last ticks; null before it is known.', null],
      result: ['`win`, `loss`, `tie` (stake returned) or `void` (stake returned); null in progress.', null],
      void_reason: ['Why it is void: `index_interrupted` or `too_few_ticks` in a window; null otherwise.', null],
      fee: ['Fee that was paid.', '0'],
      fact_profits: ['Result: profit after the fee, or minus the stake, or 0.', '0'],
      created_at: ['Time of the purchase, epoch milliseconds.', acceptedAt],
      strike_at: ['End of the strike window, epoch milliseconds.', acceptedAt + 1000],
      settlement_from: ['Start of the settlement window, epoch milliseconds.', acceptedAt + 25_000],
      end_at: ['End of the contract and of the settlement window, epoch milliseconds.', acceptedAt + 30_000],
      closed_at: ['Time at which it was closed, epoch milliseconds; null in progress.', null],
      remain_milli_seconds: ['Time left until its end, by the time of the exchange.', 30_000],
    },
    MicroWindow: {
      from: ['Start of the window, epoch milliseconds.', acceptedAt],
      to: ['End of the window, epoch milliseconds; a reading at this time is outside of it.', acceptedAt + 1000],
      last_tick: ['Time of the last tick before the end of the window; null without one.', acceptedAt + 500],
      price: ['The price that follows from the readings; null without one.', '65000.12'],
      readings: ['The readings of the index in the window, in the order of the journal.'],
    },
    MicroEvidence: {
      canonical: [
        'All that the result follows from as one JSON array of integers and ASCII texts; the page and `npm run verify-contract` read and recompute it.',
        '["seconds/1",4711,1,1,3,"up",30,10000000,800000,0,1,5000,90210,1767268800000,[[90211,1767268800500,6500012]],1767268800500,6500012,[[90270,1767268825500,6500100],[90271,1767268826000,6500110],[90272,1767268829500,6500120]],1767268829500,6500110,"win","",8000000,0,8000000]',
      ],
      sha256: ['SHA-256 of `canonical`, in hex.', '0f4d6c1b7a9e2f80513c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f901122'],
      terms: ['The terms in names and decimals.'],
      windows: ['The readings of both windows in decimals.'],
    },
    MicroFigures: {
      sequence,
      time: ['Time of the last command, epoch milliseconds.', acceptedAt],
      currencies: ['By currency: what the venue has and owes.'],
      results: ['All results so far, by market and the terms under which the contracts were bought.'],
      days: ['Void contracts of the last 30 days on which contracts were closed, newest first.'],
    },
  }),
  describe(MicroCurrency.properties.micro_account, { balance: ['Available balance.', '100'] }),
  describe(MicroCurrency.properties.micro_numbers.items, { number: stake }),
  describe(MicroEvidence.properties.terms, {
    id: ['Id of the contract.', 4711],
    match_id: marketId,
    symbol_name: symbol,
    asset_id: ['Id of the currency whose index decides.', 1],
    price_decimals: ['Index prices in `canonical` count 10^-`price_decimals`.', 2],
    currency_id: currencyId,
    currency_name: currencyCode,
    number_decimals: ['Amounts in `canonical` count 10^-`number_decimals` of the currency.', 6],
    rule: ['Name of the rule.', 'seconds/1'],
    index_version: ['Version of the index rule, see `index/rules`.', 1],
  }),
  describe(MicroEvidence.properties.windows, {
    strike: ['The strike window.'],
    settlement: ['The settlement window; empty if the strike was void.'],
  }),
  describe(calls.MicroWindow.properties.readings.items, {
    sequence: ['Sequence of the tick, as in `index/ticks`.', 90211],
    time: ['Time of the tick, epoch milliseconds.', acceptedAt + 500],
    price: ['Index price after the tick; null where the index was interrupted.', '65000.12'],
    dropped: ['Whether the trimmed mean leaves it out.', false],
  }),
  describe(MicroFigures.properties.currencies.items, {
    currency_id: currencyId,
    currency_code: currencyCode,
    house: ['Balance of the venue’s account for seconds contracts.', '5000000'],
    reserved: ['Part of it that is reserved for the payouts of open contracts.', '1240'],
    staked: ['Stakes of open contracts.', '1500'],
  }),
  describe(MicroFigures.properties.results.items, {
    match_id: marketId,
    symbol,
    seconds,
    currency_id: currencyId,
    currency_code: currencyCode,
    profit_ratio: ratio,
    fee_rate: feeRate,
    break_even: breakEven,
    wins: ['Won contracts.', 481],
    losses: ['Lost contracts.', 489],
    ties: ['Contracts whose prices were equal.', 12],
    voids: ['Void contracts.', 1],
    win_rate: ['Percentage of wins among wins and losses; null without either.', '49.58'],
    void_rate: ['Percentage of void contracts; null without contracts.', '0.1'],
    staked: ['Stakes of the won and lost contracts.', '24250'],
    paid_out: ['Payments for these: stakes of the winners, and their profits after the fee.', '21645'],
    house_result: ['`staked` less `paid_out`: what the venue has earned; negative if it has lost.', '2605'],
  }),
  describe(MicroFigures.properties.days.items, {
    day: ['00:00 UTC of the day, epoch milliseconds.', 1767225600000],
    contracts: ['Contracts that were closed on the day.', 983],
    index_interrupted: ['Contracts that were void because the index was interrupted in a window.', 1],
    too_few_ticks: ['Contracts that were void because a window had too few ticks.', 0],
    void_rate: ['Percentage of void contracts of the day.', '0.1'],
  }),
  describe(microOrders.input, {
    match_id: ['Only contracts on this market; default all.', 1],
    status: ['1 in progress, 3 closed; default all.', 1],
    ...paging,
  }),
  describe(microOrders.output, page),
  describe(submitMicro.input, {
    match_id: marketId,
    currency_id: currencyId,
    type: direction,
    seconds,
    number: stake,
    version: ['Version of the durations that the user agreed to; without it, the current one applies.', 1],
  }),
  describe(microEvidence.input, { id: ['Id of a closed contract.', 4711] }),
  describe(MicroChangedMessage, {
    type: ['Always `MICRO_CHANGED`.', 'MICRO_CHANGED'],
    sequence,
    order: ['The contract as of this sequence.'],
  }),
  describe(MicroClosedMessage, {
    type: ['Always `MICRO_CLOSED`.', 'MICRO_CLOSED'],
    sequence,
    order: ['The contract as of this sequence.'],
  }),
];

const channels = {
  MICRO_CHANGED: 'Sent when a contract is bought and when its strike price is known.',
  MICRO_CLOSED: 'Sent when a contract has ended.',
} satisfies Record<keyof typeof secondsChannels, string>;

export const documentation: CapabilityDocumentation = {
  publicIds: {
    'microtrade/submit match_id': 'a market',
    'microtrade/lists match_id': 'a market',
    'microtrade/evidence id': 'a closed contract, whose evidence does not name its owner',
  },
  chapters: [
    chapter('Seconds contracts', calls, {
      microCurrencies: { summary: 'Currencies and stakes of seconds contracts' },
      microOptions: { summary: 'Durations and payouts', says: 'By duration.' },
      submitMicro: {
        summary: 'Buy a seconds contract',
        says: 'The stake is locked in the account of seconds contracts. The strike price is the mean of the index ticks of the next second; the settlement price is the trimmed mean of the last sixth of the duration, at most 10 seconds. An interrupted index or too few ticks return the stake.',
      },
      microOrders: { summary: 'The user’s own contracts', says: 'Newest first.' },
      microEvidence: {
        summary: 'What the result of a closed contract follows from',
        says: 'Anyone can recompute the result from it and compare its readings with `index/ticks`.',
      },
      microFigures: { summary: 'Results of all contracts, and the venue’s funds for them' },
    }),
  ],
  channels,
  objects,
};
