import { configureIndex } from './configure-index.ts';
import { takeIndexTicks } from './take-index-ticks.ts';

export const indexHandlers = { configure_index: configureIndex, index_ticks: takeIndexTicks };
