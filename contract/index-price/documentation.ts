import {
  type CapabilityDocumentation,
  chapter,
  type Description,
  describe,
  type Field,
  named,
  sequence,
} from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { IndexPrice, indexRules, indexTicks, maxTicks, maxTickSeconds } from './calls.ts';
import { type indexChannels, IndexMessage } from './socket.ts';

const rule = {
  version: ['Version of the rule, starting at 1 and incremented by each change.', 1],
  price_decimals: ['Decimals of the index.', 8],
  min_sources: ['Minimum number of live sources; with fewer there is no index.', 1],
  max_deviation: ['A source that deviates from the median by more than this fraction of it is excluded.', '0.005'],
  staleness_ms: ['A source without an observation for this many milliseconds is excluded.', 3000],
} as const;

const price = ['The index in USDT; null while it is not live.', '60000.12345678'] as const;
const liveSources = ['Number of sources in the index.', 1] as const;
const leftOut: Field<IndexPrice['left_out']> = ['The excluded sources, and why.', []];
const sources: Field<string[]> = ['The sources of the index.', ['simulator', 'simulator_2', 'simulator_3']];

const objects: readonly Description[] = [
  ...named(calls, {
    IndexPrice: {
      currency_id: ['Id of the currency.', 1],
      currency_code: ['Code of the currency.', 'BTC'],
      price,
      live_sources: liveSources,
      left_out: leftOut,
      time: ['Time of its last change or tick, epoch milliseconds.', 1767225600000],
      sequence: ['Journal sequence of that change or tick.', 90210],
      ...rule,
      sources,
    },
    IndexRule: {
      ...rule,
      sources,
      time: ['Time since which it is in force, epoch milliseconds.', 1767225600000],
      sequence: ['Journal sequence since which it is in force.', 16],
      cause: ['The reason, as entered by the operator.', 'setup'],
    },
    IndexTick: {
      sequence: ['Journal sequence of the tick.', 90210],
      time: ['Time of the tick on the exchange, epoch milliseconds.', 1767225600500],
      version: ['Version of the rule that was in force.', 1],
      source: ['The observing source; null if a source became silent or the rule changed.', 'simulator'],
      observed_at: ['Time of the observation, epoch milliseconds.', 1767225600000],
      observed: ['The observed price, in USDT.', '60000.12345678'],
      price,
      live_sources: liveSources,
      left_out: leftOut,
    },
  }),
  describe(IndexPrice.properties.left_out.items, {
    source: ['Name of the source.', 'simulator'],
    reason: ['`silent`: no recent observation; `deviating`: too far from the others.', 'silent'],
  }),
  describe(indexRules.input, { currency_id: ['Id of the currency.', 1] }),
  describe(indexTicks.input, {
    currency_id: ['Id of the currency.', 1],
    from: ['Start time, epoch seconds.', 1767225600],
    to: ['Before this time, epoch seconds; at most 600 seconds after `from`.', 1767225660],
    after: ['Only ticks after this journal sequence.'],
  }),
  describe(IndexMessage, {
    type: ['Always `INDEX`.', 'INDEX'],
    sequence,
    snapshot: ['Whether this is the first message after `sub`, with every index.', true],
    indices: ['Every index in the first message, then those that ticked or changed.'],
  }),
];

const channels = {
  INDEX: 'First every index, then those that ticked or changed.',
} satisfies Record<keyof typeof indexChannels, string>;

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Index prices', calls, {
      indexList: {
        summary: 'The index of every currency that has one, with its rule',
        says: 'The index is also the mark price.',
      },
      indexRules: { summary: 'Every past and current rule of a currency’s index, by version' },
      indexTicks: {
        summary: `The ticks of an index with from ≤ time < to (epoch seconds, at most ${maxTickSeconds} seconds), ascending. If there are more than ${maxTicks}, the first ones are returned; call again with the last sequence as \`after\`. Ticks up to the rule’s staleness before \`from\` also affect the first results.`,
        says: 'With the rules this is everything that is needed to recompute each index.',
      },
    }),
  ],
  channels,
  objects,
};
