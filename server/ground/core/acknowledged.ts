import type { CoreSession } from './core-store.ts';
import { describeHead, emptyHead } from './head.ts';
import type { Head } from './head.ts';

/**
 * The last head that was acknowledged to callers. The generation counts how often a loss of acknowledged batches was
 * accepted; the epoch is that of the session which committed the head.
 */
export interface Acknowledged {
  readonly generation: number;
  readonly epoch: number;
  readonly head: Head;
}

/**
 * The database lacks batches that were acknowledged, or has others in their place, or it is unknown whether it does.
 * The exchange must not open on it.
 */
export class AcknowledgedLost extends Error {
  override readonly name = 'AcknowledgedLost';
}

/**
 * Whether a database still contains what was acknowledged: `kept`; `lost` if it is behind or another batch is in its
 * place, as after the failover to a replica that was not up to date, or a restored backup; `accepted` if an operator
 * has accepted a loss since, so that the acknowledged head is one of an earlier generation.
 */
export async function fateOf(
  acknowledged: Acknowledged,
  database: Pick<CoreSession, 'generation' | 'head' | 'hashOf'>,
): Promise<'kept' | 'lost' | 'accepted'> {
  if (database.generation !== acknowledged.generation) {
    return database.generation > acknowledged.generation ? 'accepted' : 'lost';
  }
  const { batchId, eventsHash } = acknowledged.head;
  if (database.head.batchId < batchId) return 'lost';
  if (batchId === emptyHead.batchId) return 'kept';
  const hash = database.head.batchId === batchId ? database.head.eventsHash : await database.hashOf(batchId);
  // A demo deletes old batches, so their hashes cannot be compared.
  return hash === null || hash === eventsHash ? 'kept' : 'lost';
}

/** Describes both heads to the operator, who has to decide. */
export function lossOf(acknowledged: Acknowledged, database: Acknowledged): AcknowledgedLost {
  const found =
    database.head.batchId === emptyHead.batchId
      ? 'The database is empty'
      : `The database is at ${describeAcknowledged(database)}`;
  return new AcknowledgedLost(
    `${found}, but ${describeAcknowledged(acknowledged)} was acknowledged: acknowledged orders are missing from it. ` +
      'The exchange stays closed. Use the database that contains them, or accept their loss with "npm run accept-loss".',
  );
}

export function describeAcknowledged({ generation, head }: Acknowledged): string {
  return generation === 1 ? describeHead(head) : `${describeHead(head)} of generation ${generation}`;
}
