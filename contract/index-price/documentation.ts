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
  version: ['Version of the rule: 1, then one more with each change.', 1],
  price_decimals: ['Decimals of the index.', 8],
  min_sources: ['There is no index with fewer live sources than this.', 1],
  max_deviation: ['A source further from the median than this fraction of it is left out.', '0.005'],
  staleness_ms: ['A source that has observed nothing for so many milliseconds is left out.', 3000],
} as const;

const price = ['The index in USDT; null while it is not live.', '60000.12345678'] as const;
const liveSources = ['How many sources count.', 1] as const;
const leftOut: Field<IndexPrice['left_out']> = ['The others, and why.', []];
const sources: Field<string[]> = ['The sources that it is made of.', ['simulator']];

const objects: readonly Description[] = [
  ...named(calls, {
    IndexPrice: {
      currency_id: ['Id of the currency.', 1],
      currency_code: ['Its code.', 'BTC'],
      price,
      live_sources: liveSources,
      left_out: leftOut,
      time: ['Time of its last change or tick, epoch milliseconds.', 1767225600000],
      sequence: ['Journal sequence of it.', 90210],
      ...rule,
      sources,
    },
    IndexRule: {
      ...rule,
      sources,
      time: ['When it came into force, epoch milliseconds.', 1767225600000],
      sequence: ['Journal sequence from which on it has been in force.', 16],
      cause: ['Why, in the operator’s short words.', 'setup'],
    },
    IndexTick: {
      sequence: ['Journal sequence of the tick.', 90210],
      time: ['The exchange’s time of it, epoch milliseconds.', 1767225600500],
      version: ['Version of the rule that was in force.', 1],
      source: ['Who observed; null where a source fell silent or the rule changed.', 'simulator'],
      observed_at: ['When it observed, epoch milliseconds.', 1767225600000],
      observed: ['What it observed, in USDT.', '60000.12345678'],
      price,
      live_sources: liveSources,
      left_out: leftOut,
    },
  }),
  describe(IndexPrice.properties.left_out.items, {
    source: ['Name of the source.', 'simulator'],
    reason: ['`silent`: nothing new from it; `deviating`: too far from the others.', 'silent'],
  }),
  describe(indexRules.input, { currency_id: ['Id of the currency.', 1] }),
  describe(indexTicks.input, {
    currency_id: ['Id of the currency.', 1],
    from: ['From this time on, epoch seconds.', 1767225600],
    to: ['Before this time, epoch seconds; 600 seconds after `from` at most.', 1767225660],
    after: ['Only ticks after this journal sequence.'],
  }),
  describe(IndexMessage, {
    type: ['Always `INDEX`.', 'INDEX'],
    sequence,
    snapshot: ['Whether this is every index: the first message after `sub`.', true],
    indices: ['Every index, then those that were told of since.'],
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
        says: 'The index is the mark price too.',
      },
      indexRules: { summary: 'Every rule that the index of a currency ever had, by version' },
      indexTicks: {
        summary: `The ticks of an index with from ≤ time < to (epoch seconds, at most ${maxTickSeconds} of them), ascending. Of more than ${maxTicks} the first come; ask again with \`after\`, the last one's sequence. The rule's staleness earlier are the ticks on which the first ones rest.`,
        says: 'With the rules, everything that it takes to compute each index again.',
      },
    }),
  ],
  channels,
  objects,
};
