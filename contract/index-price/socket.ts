import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Sequence } from '../values.ts';
import { IndexPrice } from './calls.ts';

/**
 * The first message after `sub` holds every index (`snapshot: true`); the following those that have been told of since.
 */
export const IndexMessage = Type.Object({
  type: Type.Literal('INDEX'),
  sequence: Sequence,
  snapshot: Type.Boolean(),
  indices: Type.Array(IndexPrice),
});
export type IndexMessage = Static<typeof IndexMessage>;

export const indexChannels = {
  INDEX: channel('visitor', 'sub', 'INDEX', 'Index prices', IndexMessage),
} as const;
