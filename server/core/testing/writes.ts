import type { Event } from '@bourse/engine';
import { BatchProjection } from '../../projections/index.ts';
import { batchWrite } from '../batch-statement.ts';
import type { BatchWrite } from '../core-store.ts';
import type { Head } from '../head.ts';
import { btc, btcusdt, usdt } from './commands.ts';

/** A batch of one clock command with events of the test's choice, to be written after `previous`. */
export function writeAfter(previous: Head, events: readonly Event[] = []): BatchWrite {
  const sequence = previous.sequence + 1;
  const batchId = previous.batchId + 1;
  const projection = new BatchProjection(new Map([[btcusdt, { base: btc, quote: usdt }]]));
  projection.add({ sequence, timeMs: 1000, events });
  return batchWrite({
    previous,
    next: { batchId, sequence, eventsHash: `hash-${batchId}` },
    timeMs: 1000,
    commands: '[[0,["clock"]]]',
    rows: projection.finish(batchId),
  });
}
