import type { Reader } from '../exchange.ts';
import type { KeptIndex } from './indices.ts';

export { invalidIndexField } from './configure-index.ts';
export type { KeptIndex } from './indices.ts';

/** Every index with the last observation of each of its sources, for `exchange.read`. */
export const observedIndices: Reader<Iterable<KeptIndex>> = ({ indices }) => indices.kept();
