import { section } from '../capability.ts';
import { updateOf } from './take-index-ticks.ts';
import type { Capability } from '../capability.ts';
import type { KeptIndex } from './indices.ts';

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
  ],
  audit: ({ indices, timeMs }) => {
    indices.audit(timeMs);
  },
  timePassed: (state, events) => {
    if (!state.indices.areDue(state.timeMs)) return;
    const changed = state.indices.passTime(state);
    events.push({ type: 'index_updated', tick: null, assets: changed.map((index) => updateOf(index, null)) });
  },
};
