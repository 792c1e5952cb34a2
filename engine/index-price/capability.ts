import { section } from '../capability.ts';
import { recordReadings } from '../seconds/record-readings.ts';
import { updateOf } from './take-index-ticks.ts';
import type { Capability } from '../capability.ts';
import type { KeptIndex, WaitingRule } from './indices.ts';

/** Computes the index of each asset from the ticks of its sources. */
export const indexCapability: Capability = {
  snapshot: [
    section<KeptIndex>(
      'index',
      ({ indices }) => indices.kept(),
      (state, index) => {
        state.indices.load(index, state);
      },
    ),
    section<WaitingRule>(
      'index_waiting',
      ({ indices }) => indices.waitingRules(),
      ({ indices }, rule) => {
        indices.wait(rule);
      },
    ),
  ],
  audit: ({ indices, timeMs }) => {
    indices.audit(timeMs);
  },
  timePassed: (state, events) => {
    if (!state.indices.areDue(state.timeMs)) return;
    const changed = state.indices.passTime(state);
    recordReadings(state, changed, false);
    events.push({ type: 'index_updated', tick: null, assets: changed.map((index) => updateOf(index, null)) });
  },
};
