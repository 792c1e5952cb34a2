import type { Order } from '@bourse/contract';
import { expect, test } from 'vitest';
import { RunningVenue } from './gateway/testing/running-venue.ts';

test('a stop in the middle of a stream of orders answers what was taken, quickly, and loses nothing that was acknowledged', async () => {
  let venue = await RunningVenue.open();
  const ann = await venue.person('ann');
  const acknowledged: number[] = [];
  let enough = (): void => undefined;
  const many = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const streams = Array.from({ length: 8 }, async (_, stream) => {
    for (let i = 0; i < 1_000; i += 1) {
      try {
        const { body } = await ann.buy<Order>(1 + stream, '100', '1');
        if (body.code !== 1) return;
        acknowledged.push(body.data.id);
        if (acknowledged.length === 200) enough();
      } catch {
        // The listening socket is closed.
        return;
      }
    }
  });
  await many;
  const started = performance.now();
  await venue.stop();
  expect(performance.now() - started).toBeLessThan(15_000);
  await Promise.all(streams);
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);

  venue = await RunningVenue.openOn(venue.database);
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(acknowledged.length / 100) + 1 }, (_, page) =>
      ann.on(venue).get<{ data: Order[] }>(`tx_in/list?limit=100&page=${page + 1}`),
    ),
  );
  const open = pages.flatMap(({ body }) => body.data.data.map((order) => order.id));
  expect(acknowledged.filter((id) => !open.includes(id))).toEqual([]);
  await venue.close();
});
