import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';
import { Metrics, Histogram } from './metrics.ts';

describe('metrics', () => {
  test('are written in the text format of Prometheus', () => {
    const metrics = new Metrics();
    const count = metrics.counter('orders_total', 'Orders.', { side: 'buy "x"\n' });
    count.add();
    count.add(2);
    metrics.counter('orders_total', 'Orders.', { side: 'sell' });
    metrics.gauge('open', 'Open.', () => 1);
    const took = metrics.histogram('took_seconds', 'Took.', [0.1, 1], { stage: 'commit' });
    for (const value of [0.05, 0.1, 0.5, 3]) took.observe(value);
    expect(metrics.write().split('\n')).toEqual([
      '# HELP orders_total Orders.',
      '# TYPE orders_total counter',
      String.raw`orders_total{side="buy \"x\"\n"} 3`,
      'orders_total{side="sell"} 0',
      '# HELP open Open.',
      '# TYPE open gauge',
      'open 1',
      '# HELP took_seconds Took.',
      '# TYPE took_seconds histogram',
      'took_seconds_bucket{stage="commit",le="0.1"} 2',
      'took_seconds_bucket{stage="commit",le="1"} 3',
      'took_seconds_bucket{stage="commit",le="+Inf"} 4',
      'took_seconds_sum{stage="commit"} 3.65',
      'took_seconds_count{stage="commit"} 4',
      '',
    ]);
    expect(() => metrics.gauge('orders_total', 'Orders.', () => 0)).toThrow('orders_total is a counter already');
  });

  test('count a value in the first bucket whose bound it does not exceed', () => {
    const histogram = new Histogram([1, 2]);
    for (const value of [1, 1.0001, 2, 2.1]) histogram.observe(value);
    expect(histogram.cumulated()).toEqual([1, 3, 4]);
  });
});

describe('the metrics of a venue', () => {
  test('count batches, requests and events by stage and class', async () => {
    const venue = await RunningVenue.open();
    try {
      const ann = await venue.person('ann');
      const socket = await venue.socket();
      socket.say('sub', 'DAY_MARKET');
      await socket.message(({ type }) => type === 'sub');
      const before = await read(venue);
      for (let n = 0; n < 3; n += 1) await ann.buy(1, '0.01', '20000');
      const after = await read(venue);
      const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
      expect(grown('bourse_request_seconds_count{class="order"}')).toBe(3);
      // A clock command may have been committed in between.
      expect(grown('bourse_batch_commands_sum')).toBeGreaterThanOrEqual(3);
      expect(grown('bourse_batch_commands_sum')).toBe(grown('bourse_sequence'));
      expect(grown('bourse_batch_seconds_count{stage="committing"}')).toBe(grown('bourse_batch_commands_count'));
      expect(grown('bourse_batch_seconds_sum{stage="committing"}')).toBeGreaterThan(0);
      expect(grown('bourse_events_total')).toBeGreaterThanOrEqual(3);
      expect([after.get('bourse_open'), after.get('bourse_sockets'), after.get('bourse_subscriptions')]).toEqual([
        1, 1, 1,
      ]);
      expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
      expect(after.get('bourse_background_rounds_total{work="notify: send messages"}')).toBeGreaterThan(0);
      expect(after.get('bourse_background_failures_total{work="notify: send messages"}')).toBe(0);
      expect(after.get('bourse_background_since_success_seconds{work="images: delete expired"}')).toBeGreaterThan(0);
      await socket.close();
    } finally {
      await venue.close();
    }
  });

  test('require the configured token', async () => {
    const metricsToken = 'read-me-every-minute';
    const venue = await RunningVenue.open({ config: { mode: 'demo', simulator: false, metricsToken } });
    try {
      const asked = async (authorization?: string): Promise<number> => {
        const headers = authorization === undefined ? {} : { authorization };
        return (await fetch(`${venue.url}/metrics`, { headers })).status;
      };
      expect(await asked()).toBe(401);
      expect(await asked('Bearer read-me-every-minutf')).toBe(401);
      expect(await asked(`Bearer ${metricsToken}`)).toBe(200);
    } finally {
      await venue.close();
    }
  });
});

test('debug log lines link a request to its command, over HTTP and the socket', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const venue = await RunningVenue.open({ log });
  try {
    const ann: Person = await venue.person('ann');
    const placed = await ann.buy<{ id: number }>(1, '0.01', '20000');
    await ann.buy(1, '0', '100');
    const answers = lines.map((line): unknown => JSON.parse(line));
    expect(answers).toContainEqual(
      expect.objectContaining({
        call: '/api/tx_in/add',
        code: 1,
        sequence: placed.body.sequence,
      }),
    );
    expect(answers).toContainEqual(
      expect.objectContaining({ call: '/api/tx_in/add', code: 0, error: 'quantity_required' }),
    );
    expect(lines.filter((line) => line.includes('"answered"')).every((line) => /"reqId":"[^"]+"/.test(line))).toBe(
      true,
    );
    const socket = await venue.socket();
    socket.say('login', ann.token);
    await socket.message(({ type }) => type === 'login');
    const order = { way: 2, currency_match_id: 1, number: '0.01', price: '20000' };
    const { sequence } = await socket.ask('order.add', 'mine', order);
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ call: 'order.add', callId: 'mine', user: ann.id, code: 1, sequence }),
    );
    await socket.close();
  } finally {
    await venue.close();
  }
});

/** The metrics by name and labels. */
async function read(venue: RunningVenue): Promise<Map<string, number>> {
  const text = await (await fetch(`${venue.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}
