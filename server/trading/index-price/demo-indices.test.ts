import { Exchange, type Event } from '@bourse/engine';
import { expect, test } from 'vitest';
import { demoListing } from '../markets/index.ts';
import { missingDemoIndices } from './index.ts';

test('the demo configures an index for every traded currency, once', () => {
  const exchange = new Exchange();
  const events: Event[] = [];
  const commands = [...demoListing(), ...missingDemoIndices(demoListing(), [])];
  for (const command of commands) exchange.apply(exchange.sequence + 1, 1, command, events);

  expect(events.filter(({ type }) => type === 'rejected')).toEqual([]);
  const traded = new Set(Array.from(exchange.markets(), ({ base }) => base));
  expect(new Set(exchange.indexPrices().map(({ asset }) => asset))).toEqual(traded);
  expect(missingDemoIndices(demoListing(), exchange.indexPrices())).toEqual([]);
});
