import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Sequence } from '../values.ts';
import { IndexPrice } from './calls.ts';

/** The first message after `sub` has every index (`snapshot: true`), later ones those that ticked or changed. */
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
