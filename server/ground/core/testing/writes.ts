import { Exchange } from '@bourse/engine';
import type { Event } from '@bourse/engine';
import { Projector } from '../../projections/index.ts';
import { batchWrite } from '../batch-statement.ts';
import type { BatchWrite } from '../core-store.ts';
import type { Head } from '../head.ts';
import { listing } from './commands.ts';

/** A batch with one clock command and the given events, to be written after `previous`. */
export function writeAfter(previous: Head, events: readonly Event[] = []): BatchWrite {
  const sequence = previous.sequence + 1;
  const batchId = previous.batchId + 1;
  const projector = new Projector(listedExchange());
  projector.add({ sequence, timeMs: 1000, events });
  return batchWrite({
    previous,
    next: { batchId, sequence, eventsHash: `hash-${batchId}` },
    timeMs: 1000,
    commands: '[[0,["clock"]]]',
    rows: projector.finish(batchId).tables,
  });
}

/** An exchange on which the market of the tests is listed. */
export function listedExchange(): Exchange {
  const exchange = new Exchange();
  for (const [index, command] of listing.entries()) exchange.apply(index + 1, 0, command, []);
  return exchange;
}
