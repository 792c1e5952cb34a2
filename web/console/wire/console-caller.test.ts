import { Decimal, IntegerInput } from '@bourse/contract';
import { consoleBackgroundHeader, consoleFourEyes, consoleList, consoleRead } from '@bourse/contract/console';
import { describe, expect, it } from 'vitest';
import { createConsoleCaller, type ConsoleCallerPorts } from './console-caller.ts';
import { ConsoleFailure, refusedBy } from './envelope.ts';

const read = consoleRead({ audience: 'staff', path: 'market', input: { id: Decimal }, output: IntegerInput });
const list = consoleList({ audience: 'staff', path: 'markets', row: IntegerInput });
const halt = consoleFourEyes({
  audience: ['risk'],
  path: 'halt',
  input: { market: IntegerInput },
  output: IntegerInput,
});
const reason = { reason_code: 'incident', reason: 'The price feed is wrong.' } as const;
const stepUpNeeded = { code: 0, message: 'A one-time password is needed.', error: 'step_up_needed', details: {} };
const done = { code: 1, message: '', sequence: 7, data: { approval: null, result: null } };

interface Request {
  readonly address: string;
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function answering(answers: readonly unknown[], own: Partial<ConsoleCallerPorts> = {}) {
  const requests: Request[] = [];
  const left = [...answers];
  const call = createConsoleCaller({
    fetch: (input, init) => {
      requests.push({
        address: typeof input === 'string' ? input : '',
        method: init?.method,
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: init?.body,
      });
      return Promise.resolve(new Response(JSON.stringify(left.shift())));
    },
    stepUp: () => Promise.resolve(false),
    onSessionEnded: () => undefined,
    onDate: () => undefined,
    ...own,
  });
  return { call, requests };
}

describe('a call of the console', () => {
  it('carries the header that other origins cannot send, and the input of a GET as its query', async () => {
    const { call, requests } = answering([{ code: 1, message: '', sequence: 1, data: 5 }]);
    expect((await call(read, { id: '+1 5' })).data).toBe(5);
    expect(requests).toEqual([
      { address: '/console/api/market?id=%2B1+5', method: 'GET', headers: { 'x-console': '1' }, body: undefined },
    ]);
  });

  it('that the page repeats by itself says so, because it must not renew the idle time', async () => {
    const page = { rows: [1], next: null, as_of: 1 };
    const { call, requests } = answering([{ code: 1, message: '', sequence: 1, data: page }]);
    await call(list, {}, { background: true });
    expect(requests[0]?.headers).toMatchObject({ [consoleBackgroundHeader.name]: '1' });
  });

  it('that moves money carries its idempotency key beside a JSON body', async () => {
    const { call, requests } = answering([done]);
    await call(halt, { market: 1, ...reason }, { idempotencyKey: 'key-1' });
    expect(requests[0]).toMatchObject({
      method: 'POST',
      headers: { 'idempotency-key': 'key-1', 'content-type': 'application/json' },
      body: JSON.stringify({ market: 1, ...reason }),
    });
  });

  it('is repeated with the same key once the one-time password is accepted', async () => {
    const { call, requests } = answering([stepUpNeeded, done], { stepUp: () => Promise.resolve(true) });
    expect((await call(halt, { market: 1, ...reason }, { idempotencyKey: 'key-1' })).data.approval).toBeNull();
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1']);
  });

  it('fails with the refusal if the one-time password is not given, or if the caller asks for it itself', async () => {
    const cancelled = answering([stepUpNeeded]);
    const itself = answering([stepUpNeeded], { stepUp: () => Promise.reject(new Error('asked twice')) });
    for (const attempt of [
      cancelled.call(halt, { market: 1, ...reason }),
      itself.call(halt, { market: 1, ...reason }, { asksItself: true }),
    ]) {
      const error: unknown = await attempt.catch((failure: unknown) => failure);
      expect(refusedBy(error)?.error).toBe('step_up_needed');
    }
  });

  it('whose session has ended reports that', async () => {
    let ended = 0;
    const { call } = answering([{ code: 999, message: '', error: 'session_ended', details: {} }], {
      onSessionEnded: () => (ended += 1),
    });
    const error: unknown = await call(read, { id: '1' }).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ConsoleFailure);
    expect(ended).toBe(1);
  });

  it('fails on a server fault with its request id, and on an answer of another shape than declared', async () => {
    const fault = { code: 0, message: '', error: 'server_error', details: {}, request_id: 'r-1' };
    const { call } = answering([fault, { code: 1, message: '', sequence: 1, data: 'five' }]);
    const outcomes = [];
    for (const id of ['1', '2']) {
      const error: unknown = await call(read, { id }).catch((failure: unknown) => failure);
      outcomes.push(error instanceof ConsoleFailure ? error.outcome : error);
    }
    expect(outcomes).toEqual([
      { kind: 'failed', requestId: 'r-1' },
      { kind: 'failed', requestId: null },
    ]);
  });
});
