import { describe, expect, test } from 'vitest';
import { AlertIndex, pauseMs, type WatchedAlert } from './alert-index.ts';

interface Named extends WatchedAlert {
  readonly name: string;
}

const market = 1;

function alert(name: string, direction: 'above' | 'below', price: number, repeat = false): Named {
  return { name, market, direction, price, repeat, armed: true, firedAtMs: null };
}

function indexed(lastPrice: number | null, ...alerts: Named[]) {
  const said: string[] = [];
  const index = new AlertIndex<Named>({
    fired: ({ name }, trade) => said.push(`${name} at ${trade.price}`),
    rearmed: ({ name }) => said.push(`${name} armed`),
  });
  for (const one of alerts) index.add(one, lastPrice);
  let sequence = 0;
  const trade = (price: number, timeMs = 0): string[] => {
    sequence += 1;
    index.trade({ market, price, timeMs, sequence });
    return said.splice(0);
  };
  return { index, trade };
}

describe('a price alert', () => {
  test('fires once when a trade is executed at its price or beyond', () => {
    const { index, trade } = indexed(100, alert('up', 'above', 110), alert('down', 'below', 90));
    expect(trade(109)).toEqual([]);
    expect(trade(110)).toEqual(['up at 110']);
    expect(trade(120)).toEqual([]);
    expect(trade(91)).toEqual([]);
    expect(trade(80)).toEqual(['down at 80']);
    expect(index.isEmpty).toBe(true);
  });

  test('fires when the price jumps over it, with the others on the way in the order of their prices', () => {
    const prices = [130, 110, 120, 110, 140];
    const { trade } = indexed(100, ...prices.map((price, n) => alert(`${n}`, 'above', price)));
    expect(trade(135)).toEqual(['1 at 135', '3 at 135', '2 at 135', '0 at 135'].toSorted(byPrice(prices)));
    expect(trade(140)).toEqual(['4 at 140']);
  });

  test('of another market or removed does not fire', () => {
    const removed = alert('removed', 'above', 110);
    const { index, trade } = indexed(100, removed, alert('kept', 'above', 110), {
      ...alert('x', 'above', 1),
      market: 2,
    });
    index.remove(removed);
    expect(trade(110)).toEqual(['kept at 110']);
  });
});

/** Equal prices may come in any order. */
function byPrice(prices: readonly number[]) {
  return (a: string, b: string) => (prices[Number(a[0])] ?? 0) - (prices[Number(b[0])] ?? 0);
}

describe('a repeating alert', () => {
  test('fires again after a minute and once the price has crossed back', () => {
    const { trade } = indexed(100, alert('up', 'above', 110, true));
    expect(trade(110, 0)).toEqual(['up at 110']);
    expect(trade(109, 1)).toEqual([]);
    expect(trade(111, 2)).toEqual([]);
    // The pause ends while the price is beyond the alert.
    expect(trade(112, pauseMs)).toEqual([]);
    expect(trade(110, pauseMs + 1)).toEqual([]);
    expect(trade(109, pauseMs + 2)).toEqual(['up armed']);
    expect(trade(110, pauseMs + 3)).toEqual(['up at 110']);
  });

  test('is armed by a price that has crossed back before the pause ended', () => {
    const { trade } = indexed(100, alert('down', 'below', 90, true));
    expect(trade(90, 0)).toEqual(['down at 90']);
    expect(trade(91, 1)).toEqual([]);
    expect(trade(90, pauseMs)).toEqual(['down armed', 'down at 90']);
  });

  test('can be removed in each state', () => {
    const [one, two] = [alert('one', 'above', 110, true), alert('two', 'above', 111, true)];
    const { index, trade } = indexed(100, one, two);
    trade(111, 0);
    index.remove(one);
    trade(112, pauseMs);
    index.remove(two);
    expect(index.isEmpty).toBe(true);
    expect(trade(100, pauseMs)).toEqual([]);
  });

  test('with a random walk fires exactly when a naive model does', () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = seeded(seed);
    const alerts = Array.from({ length: 40 }, (_, n) =>
      alert(`${n}`, random() < 0.5 ? 'above' : 'below', 80 + Math.floor(random() * 40), random() < 0.7),
    );
    const models = alerts.map((one) => ({ ...one, gone: false, waits: false }));
    const { trade } = indexed(100, ...alerts);
    let last = 100;
    for (let step = 1; step <= 3_000; step += 1) {
      const [price, timeMs] = [Math.max(60, Math.min(140, last + Math.floor(random() * 21) - 10)), step * 5_000];
      const expected: string[] = [];
      for (const model of models) {
        if (model.gone) continue;
        const isBack = (at: number): boolean => (model.direction === 'above' ? at < model.price : at > model.price);
        if (
          !model.armed &&
          (model.firedAtMs ?? 0) + pauseMs <= timeMs &&
          (isBack(price) || (!model.waits && isBack(last)))
        ) {
          model.armed = true;
          model.waits = false;
        } else if (!model.armed && (model.firedAtMs ?? 0) + pauseMs <= timeMs) model.waits = true;
        if (!model.armed || isBack(price)) continue;
        expected.push(`${model.name} at ${price}`);
        if (model.repeat) Object.assign(model, { armed: false, waits: false, firedAtMs: timeMs });
        else model.gone = true;
      }
      const fired = trade(price, timeMs).filter((text) => text.includes(' at '));
      expect({ seed, step, fired: fired.toSorted() }).toEqual({ seed, step, fired: expected.toSorted() });
      last = price;
    }
  });
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
