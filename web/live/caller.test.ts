import { userInfo } from '@bourse/contract/identity';
import { buyAdd, buyList } from '@bourse/contract/spot';
import { accountTransfer } from '@bourse/contract/wallet';
import { describe, expect, it } from 'vitest';
import { createAttempts } from './attempts.ts';
import { createCaller, type CallerPorts } from './caller.ts';
import { CallFailure } from './failure.ts';
import { randomId } from './random-id.ts';

const person = {
  id: 100_001,
  uid: 100_001,
  is_seller: false,
  email: 'ann@example.org',
  mobile: '',
  mobile_bound: false,
  agent_id: 0,
  is_agent: false,
  invite_code: '',
  review_status: 0,
  has_pay_password: false,
  totp: false,
  passkeys: 0,
  phishing_code: false,
  found_by_mail: false,
  security_level: 75,
  restriction: 'none',
  frozen: false,
};

describe('a call', () => {
  it('carries language, device and session; a read sends its input as a query string', async () => {
    const { caller, requests } = answering({ code: 1, message: '', data: person, sequence: 5 });
    await caller(userInfo, {});
    await caller(buyList, { page: 2, limit: 10 }).catch(() => null);
    expect(requests[0]).toMatchObject({
      address: '/api/user/info',
      method: 'GET',
      headers: { lang: 'de', flag: 'device-1', authorization: 'token-1' },
    });
    expect(requests[1]?.address).toBe('/api/tx_in/list?page=2&limit=10');
  });

  it('that moves money carries its idempotency key and a JSON body', async () => {
    const { caller, requests } = answering({});
    const order = { currency_match_id: 1, price: '10', number: '2' };
    await caller(buyAdd, order, { idempotencyKey: 'key-1' }).catch(() => null);
    expect(requests[0]).toMatchObject({ address: '/api/tx_in/add', method: 'POST', body: JSON.stringify(order) });
    expect(requests[0]?.headers).toMatchObject({ 'idempotency-key': 'key-1', 'content-type': 'application/json' });
  });

  it('that moves money has a key, which it keeps until an answer decides', async () => {
    const answers: unknown[] = [
      null,
      refusal('outcome_pending'),
      refusal('exchange_busy'),
      refusal('quantity_required'),
      null,
    ];
    const { caller, requests } = answering(() => answers.shift());
    const transfer = { from: 'change', to: 'lever', currency_id: 3, balance: '5' };
    for (let n = 0; n < 5; n += 1) await caller(accountTransfer, transfer).catch(() => null);
    const keys = requests.map(({ headers }) => new Headers(headers as Record<string, string>).get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.map((key) => key === keys[0])).toEqual([true, true, true, true, false]);
  });

  it('of a visitor carries no session', async () => {
    const { caller, requests } = answering({}, { token: () => null });
    await caller(userInfo, {}).catch(() => null);
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('resolves with the data and the sequence that it reflects', async () => {
    const { caller } = answering({ code: 1, message: 'ok', data: person, sequence: 5 });
    expect(await caller(userInfo, {})).toMatchObject({ data: person, sequence: 5, message: 'ok' });
  });

  it('reports the date header of the response', async () => {
    const dates: (string | null)[] = [];
    const headers = { date: 'Sat, 03 Jan 2026 00:00:10 GMT' };
    const caller = createCaller({
      ...ports(),
      fetch: () => Promise.resolve(new Response('{}', { headers })),
      onDate: (date) => dates.push(date),
    });
    await caller(userInfo, {}).catch(() => null);
    expect(dates).toEqual([headers.date]);
  });

  it('fails with the same kind of failure on a network error, a body that is not JSON and a server fault', async () => {
    const broken = createCaller({ ...ports(), fetch: () => Promise.reject(new TypeError('network')) });
    const page = createCaller({ ...ports(), fetch: () => Promise.resolve(new Response('<html>')) });
    for (const caller of [broken, page]) {
      const error: unknown = await caller(userInfo, {}).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(CallFailure);
      expect((error as CallFailure).outcome.kind).toBe('failed');
    }
  });

  it('that fails with `session_ended` names the token that it was sent with', async () => {
    const tokens = ['token-1', 'token-2'];
    const { caller } = answering(sessionEnded, { token: () => tokens.shift() ?? null });
    await expect(caller(userInfo, {})).rejects.toMatchObject({ outcome: { kind: 'session_ended', token: 'token-1' } });
  });

  it('that is cancelled throws the reason of the cancellation, not a `CallFailure`', async () => {
    const stop = new AbortController();
    const caller = createCaller({
      ...ports(),
      fetch: () => {
        stop.abort(new Error('left the page'));
        return Promise.reject(new DOMException('aborted', 'AbortError'));
      },
    });
    await expect(caller(userInfo, {}, { signal: stop.signal })).rejects.toThrow('left the page');
  });
});

const sessionEnded = {
  code: 999,
  message: 'Login timed out, please log in again',
  data: null,
  error: 'session_ended',
  details: {},
  sequence: 5,
};

function refusal(error: string) {
  return { code: 0, message: 'Refused', data: null, error, details: {}, sequence: 5 };
}

interface Sent {
  readonly address: string;
  readonly method: string | undefined;
  readonly headers: unknown;
  readonly body: unknown;
}

function ports(): CallerPorts {
  return {
    fetch: () => Promise.reject(new Error('no answer prepared for this call')),
    token: () => 'token-1',
    language: () => 'de',
    deviceId: () => 'device-1',
    onDate: () => undefined,
    attempts: createAttempts({ newKey: randomId, nowMs: () => 0 }),
  };
}

/** A caller whose requests get this answer, or the answer of a function for each. */
function answering(body: unknown, change: Partial<CallerPorts> = {}) {
  const requests: Sent[] = [];
  const caller = createCaller({
    ...ports(),
    ...change,
    fetch: (address, init) => {
      requests.push({
        address: typeof address === 'string' ? address : '',
        method: init?.method,
        headers: init?.headers,
        body: init?.body,
      });
      return Promise.resolve(Response.json(typeof body === 'function' ? (body as () => unknown)() : body));
    },
  });
  return { caller, requests };
}
