import type { Reader } from '../exchange.ts';
import type { KeptIndex, WaitingRule } from './indices.ts';

export { invalidIndexField } from './configure-index.ts';
export type { KeptIndex, WaitingRule } from './indices.ts';

/** Every index with the last observation of each of its sources, for `exchange.read`. */
export const observedIndices: Reader<Iterable<KeptIndex>> = ({ indices }) => indices.kept();

/** The new rules that wait until the seconds contracts on their assets have ended, by asset, for `exchange.read`. */
export const waitingRules: Reader<readonly WaitingRule[]> = ({ indices }) => indices.waitingRules();
