import type { Topic } from '@bourse/contract';
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from './caller.ts';
import { followChanges } from './changing-reads.ts';
import { CallFailure, isRetried } from './failure.ts';
import { untilAnswered } from './read.ts';
import { createSocket } from './socket.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The library takes a process without a window for a server, which repeats no reads.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => isServer);
});

const isServer = environmentManager.isServer();

/**
 * One step of the page, the network or the server:
 *
 * - `accept`: the server accepts the connection and writes its first messages; `open`: the page sees it open
 * - `hear`: the page receives the next message
 * - `compute`: the server answers the next request from its present state; `arrive`: the page receives that answer
 * - `refuse`: the server refuses the next request
 * - `change`: the data changes, and the server sends that to its connections
 */
const steps = ['accept', 'open', 'hear', 'compute', 'arrive', 'refuse', 'change'] as const;
type Step = (typeof steps)[number];

describe.each(['markets', 'site'] as const)('an answer about %s', (topic) => {
  it.each([
    ['a first visit', false, false],
    ['a first visit with an answer in the cache', true, false],
    ['a reconnection', true, true],
    ['a reconnection before the first answer', false, true],
  ] as const)(
    'is the newest in the end, in whichever order the steps of %s happen',
    async (_, answered, reconnects) => {
      const orders = await everyOrder(async (order) => {
        const world = await begin({ topic, answered, reconnects });
        for (const step of order) await world.run(step);
        const next = world.possible();
        if (next.length === 0 || order.length === depth) await world.finish(order);
        world.end();
        return order.length === depth ? [] : next;
      });
      expect(orders).toBeGreaterThan(10);
    },
  );
});

describe('an outdated answer', () => {
  it('is requested until it arrives, however often the server refuses', async () => {
    const world = await begin({ topic: 'markets', answered: true, reconnects: true });
    for (const step of ['accept', 'open', 'hear', 'change', 'hear'] as const) await world.run(step);
    for (let refusals = 0; refusals < 5; refusals += 1) {
      await world.run('refuse');
      await vi.advanceTimersByTimeAsync(8_000);
    }
    await world.run('compute');
    await world.run('arrive');
    expect(world.shown()).toBe(world.version());
  });

  it('is not asked for again when it reflects the sequence of the change already', async () => {
    const world = await begin({ topic: 'markets', answered: true, reconnects: false });
    for (const step of ['change', 'accept', 'open', 'hear', 'hear', 'hear', 'compute', 'arrive'] as const) {
      await world.run(step);
    }
    expect(world.shown()).toBe(world.version());
    const asked = world.asked();
    world.tell(world.version());
    await world.run('hear');
    expect(world.asked()).toBe(asked);
    world.tell(world.version() + 1);
    await world.run('hear');
    expect(world.asked()).toBe(asked + 1);
  });
});

/** Steps after which the rest of an order is completed in the simplest way. */
const depth = 7;

/** Runs every order of steps, as far as steps are possible, and returns how many there are. */
async function everyOrder(run: (order: readonly Step[]) => Promise<readonly Step[]>): Promise<number> {
  let count = 0;
  const go = async (order: readonly Step[]): Promise<void> => {
    const next = await run(order);
    if (next.length === 0) count += 1;
    for (const step of next) await go([...order, step]);
  };
  await go([]);
  return count;
}

interface Request {
  answer: (() => void) | null;
  readonly resolve: (answer: Answer<number>) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** A page with one read of a topic on screen, a network that delivers step by step, and a server. */
async function begin(from: { readonly topic: Topic; readonly answered: boolean; readonly reconnects: boolean }) {
  const { topic } = from;
  let version = 1;
  let changed = false;
  let refused = false;
  let asked = 0;
  let requests: Request[] = [];
  let line: Line | null = null;
  const lines: Line[] = [];
  const recent: string[] = [];
  const socket = createSocket({
    open: () => {
      line = new Line();
      lines.push(line);
      return line;
    },
    random: () => 0,
    now: () => Date.now(),
    onOnline: () => undefined,
    onSessionEnded: () => undefined,
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: isRetried, retryDelay: 1_000 } } });
  followChanges({ socket, queries });
  const queryFn = ({ signal }: { readonly signal: AbortSignal }): Promise<Answer<number>> => {
    asked += 1;
    return new Promise((resolve, reject) => {
      requests.push({ answer: null, resolve, reject, signal });
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  const observer = new QueryObserver(queries, {
    queryKey: ['read', {}, null],
    queryFn,
    meta: { topics: [topic] },
    refetchInterval: untilAnswered,
  });
  const stop = observer.subscribe(() => undefined);
  const open = (): Request[] => requests.filter(({ signal }) => !signal.aborted);
  const changeMessage = (sequence: number): string =>
    topic === 'markets'
      ? JSON.stringify({ type: 'MARKET_CHANGED', currency_match_id: 1, symbol: 'A/Q', sequence, state: 'halted' })
      : JSON.stringify({ type: 'CHANGED', topic });
  const tell = (sequence: number): void => {
    for (const each of lines) if (each.isAccepted) each.queue.push(changeMessage(sequence));
  };

  const actions: Record<Step, { readonly isPossible: () => boolean; readonly act: () => void }> = {
    accept: {
      isPossible: () => line !== null && !line.isAccepted,
      act: () => {
        line?.accept([
          JSON.stringify({ type: 'STATUS', sequence: version, open: true, cancel_only: false, reason: null }),
          ...recent,
        ]);
      },
    },
    open: {
      isPossible: () => line?.isAccepted === true && line.readyState === WebSocket.CONNECTING,
      act: () => line?.open(),
    },
    hear: {
      isPossible: () => line?.readyState === WebSocket.OPEN && line.queue.length > 0,
      act: () => line?.hear(),
    },
    compute: {
      isPossible: () => open().some(({ answer }) => answer === null),
      act: () => {
        const request = open().find(({ answer }) => answer === null);
        const answer = { data: version, message: '', sequence: version, repeated: false };
        if (request !== undefined) request.answer = () => request.resolve(answer);
      },
    },
    arrive: {
      isPossible: () => open().some(({ answer }) => answer !== null),
      act: () => {
        const request = open().find(({ answer }) => answer !== null);
        requests = requests.filter((one) => one !== request);
        request?.answer?.();
      },
    },
    refuse: {
      isPossible: () => !refused && open().some(({ answer }) => answer === null),
      act: () => {
        const request = open().find(({ answer }) => answer === null);
        requests = requests.filter((one) => one !== request);
        request?.reject(new CallFailure({ kind: 'refused', error: 'exchange_closed', message: 'Closed', details: {} }));
      },
    },
    change: {
      isPossible: () => !changed,
      act: () => {
        version += 1;
        recent.push(changeMessage(version));
        tell(version);
      },
    },
  };
  const run = async (step: Step): Promise<void> => {
    actions[step].act();
    if (step === 'change') changed = true;
    await vi.advanceTimersByTimeAsync(0);
  };
  const possible = (): Step[] => steps.filter((step) => actions[step].isPossible());

  socket.start();
  await vi.advanceTimersByTimeAsync(0);
  if (from.reconnects) {
    for (const step of ['accept', 'open', 'hear'] as const) await run(step);
  }
  if (from.answered) {
    await run('compute');
    await run('arrive');
  }
  if (from.reconnects) {
    line = null;
    lines.splice(0)[0]?.drop();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  return {
    run,
    possible,
    tell,
    version: () => version,
    asked: () => asked,
    shown: () => observer.getCurrentResult().data?.data,
    /** Lets everything happen that is still possible, and expects the newest answer on the page. */
    finish: async (order: readonly Step[]): Promise<void> => {
      refused = true;
      for (let round = 0; round < 50; round += 1) {
        const [next] = possible();
        if (next !== undefined) await run(next);
        else await vi.advanceTimersByTimeAsync(1_000);
        // A panel without an answer offers to try again.
        if (observer.getCurrentResult().status === 'error' && observer.getCurrentResult().data === undefined) {
          void observer.refetch();
        }
      }
      expect(observer.getCurrentResult().data?.data, order.join(', ')).toBe(version);
    },
    end: () => {
      stop();
      queries.clear();
      vi.clearAllTimers();
    },
  };
}

/** A connection whose messages arrive one by one. */
class Line extends EventTarget {
  readyState: WebSocket['readyState'] = WebSocket.CONNECTING;
  isAccepted = false;
  readonly queue: string[] = [];

  accept(first: readonly string[]): void {
    this.isAccepted = true;
    this.queue.push(...first);
  }

  open(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  hear(): void {
    const data = this.queue.shift();
    if (data === 'pong' || data !== undefined) this.dispatchEvent(new MessageEvent('message', { data }));
  }

  drop(): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event('close'));
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
  }

  send(text: string): void {
    if (text === 'ping') this.queue.push('pong');
  }
}
