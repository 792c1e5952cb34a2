import { codePurpose } from '@bourse/contract/notify';
import { userId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, openAppDatabase, openIdentityPool, type Schema } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { type CodeBinding, Codes, type Share } from './codes.ts';
import { boxesOf } from '../../ground/secrets/index.ts';

const ann = userId(100_001);
const login: CodeBinding = {
  purpose: codePurpose.login,
  contact: { channel: 'email', address: 'ann@example.com', key: 'ann@example.com' },
  user: ann,
  scope: 'laptop',
};
const minuteMs = 60_000;

let database: TestDatabase;
let db: Kysely<Schema>;
let clock: { ms: number };
let codes: Codes;
let recorded: object[];

beforeEach(async () => {
  database = await createTestDatabase();
  db = openAppDatabase(openIdentityPool(database.settings));
  clock = { ms: 1_800_000_000_000 };
  recorded = [];
  codes = codesWith(1);
});

afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const record = (event: string, fields: object) => void recorded.push({ event, ...fields });

function codesWith(secret: number): Codes {
  return new Codes(db, boxesOf(Buffer.alloc(32, secret))('codes'), { record }, () => clock.ms);
}

const issue = async (binding = login, usable = true, share: Share = 'anybody') =>
  inTransaction(db, (transaction) => codes.issue(transaction, binding, { usable, share }));

async function codeFor(binding = login, usable = true): Promise<string> {
  const issued = await issue(binding, usable);
  if ('ok' in issued) throw new Error(issued.error);
  return issued.code;
}

/** Redeems a code and returns the error key, or null if it was accepted. */
async function use(code: string, binding = login): Promise<string | null> {
  const refusal = await inTransaction(db, (transaction) => codes.redeem(transaction, binding, code));
  return refusal?.error ?? null;
}

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

describe('a verification code', () => {
  test('has six digits and can be used once', async () => {
    const code = await codeFor();
    expect(code).toMatch(/^\d{6}$/);
    expect(await codes.test(login, ` ${code} `)).toBeNull();
    expect(await use(code)).toBeNull();
    expect(await use(code)).toBe('verification_code_expired');
  });

  test.each([
    ['a space', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['a no-break space', (code: string) => `${code.slice(0, 3)}\u202f${code.slice(3)}`],
    ['a hyphen', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['digits of full width', (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + +digit))],
    ['Devanagari digits', (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x0966 + +digit))],
  ])('may be typed with %s', async (_, typed) => {
    expect(await use(typed(await codeFor()))).toBeNull();
  });

  test('is not attempted by a text of another form', async () => {
    const code = await codeFor();
    for (const text of ['12345', '1234567', 'abcdef', code.slice(1), '12.456', '1'.repeat(17), 'my code']) {
      expect(await use(text)).toBe('verification_code_malformed');
    }
    for (const text of ['', ' ', '-']) expect(await use(text)).toBe('verification_code_required');
    expect(await use(code)).toBeNull();
    expect(recorded).toEqual([]);
  });

  test('expires after exactly ten minutes', async () => {
    const code = await codeFor();
    clock.ms += 10 * minuteMs - 1;
    expect((await codes.test(login, code))?.error).toBeUndefined();
    clock.ms += 1;
    expect(await use(code)).toBe('verification_code_expired');
  });

  test('is void after five wrong attempts, and testing it counts as an attempt', async () => {
    const code = await codeFor();
    for (let n = 0; n < 4; n += 1) expect(await use(wrong(code))).toBe('verification_code_wrong');
    expect((await codes.test(login, wrong(code)))?.error).toBe('verification_code_wrong');
    expect(await use(code)).toBe('verification_code_expired');
    expect(recorded).toEqual([{ event: 'code_attempts_used_up', user: ann, purpose: 'login' }]);
  });

  test('allows five of twenty concurrent wrong attempts, and one of six concurrent correct ones', async () => {
    const code = await codeFor();
    const tries = await Promise.all(Array.from({ length: 20 }, () => use(wrong(code))));
    expect(tries.filter((error) => error === 'verification_code_wrong')).toHaveLength(5);
    clock.ms += minuteMs;
    const next = await codeFor();
    const uses = await Promise.all(Array.from({ length: 6 }, () => use(next)));
    expect(uses.filter((error) => error === null)).toHaveLength(1);
  });

  test.each<[string, Partial<CodeBinding>]>([
    ['another purpose', { purpose: codePurpose.withdrawal }],
    ['another account', { user: userId(100_002) }],
    ['no account', { user: null }],
    ['another device', { scope: 'phone' }],
    ['another address', { contact: { channel: 'email', address: 'b@example.com', key: 'b@example.com' } }],
  ])('is rejected for %s', async (_what, change) => {
    const code = await codeFor();
    expect(await use(code, { ...login, ...change })).toBe('verification_code_expired');
    expect(await use(code)).toBeNull();
  });

  test('replaces the previous one', async () => {
    const first = await codeFor();
    clock.ms += minuteMs;
    const second = await codeFor();
    if (first !== second) expect(await use(first)).toBe('verification_code_wrong');
    expect(await use(second)).toBeNull();
  });

  test('issued as unusable is never accepted but counts attempts like any other', async () => {
    const code = await codeFor(login, false);
    for (let n = 0; n < 5; n += 1) expect(await use(code)).toBe('verification_code_wrong');
    expect(await use(code)).toBe('verification_code_expired');
  });

  test('stays usable when the transaction that redeems it rolls back; wrong attempts stay counted', async () => {
    const code = await codeFor();
    const broken = inTransaction(db, async (transaction) => {
      expect(await codes.redeem(transaction, login, code)).toBeNull();
      throw new Error('rolled back');
    });
    await expect(broken).rejects.toThrow('rolled back');
    expect(await use(code)).toBeNull();
  });

  test('is stored as a hash that depends on the secret', async () => {
    const binding = { ...login, scope: '' };
    const code = await codeFor(binding);
    const [row] = await database.query<{ text: string }>('select c::text as text from app.verification_codes c');
    expect(row?.text).not.toContain(code);
    const refusal = await codesWith(2).test(binding, code);
    expect(refusal?.error).toBe('verification_code_wrong');
  });
});

describe('a further code', () => {
  test('can be requested after 60 seconds, for a withdrawal after 59', async () => {
    const withdrawal = { ...login, purpose: codePurpose.withdrawal };
    await codeFor();
    await codeFor(withdrawal);
    clock.ms += 58_001;
    expect(await issue()).toMatchObject({ error: 'code_sent_already', parameters: { seconds: 2 } });
    expect(await issue(withdrawal)).toMatchObject({ parameters: { seconds: 1 } });
    clock.ms += 999;
    expect(await issue(withdrawal)).toHaveProperty('code');
    expect(await issue()).toMatchObject({ parameters: { seconds: 1 } });
    clock.ms += 1_000;
    expect(await issue()).toHaveProperty('code');
  });

  test('for another device needs no waiting time; of two concurrent requests one is refused', async () => {
    await codeFor();
    expect(await issue({ ...login, scope: 'phone' })).toHaveProperty('code');
    const both = await Promise.all([1, 2].map(() => issue({ ...login, scope: 'tablet' })));
    expect(both.filter((one) => 'code' in one)).toHaveLength(1);
  });

  test('is sent to one address at most 20 times a day', async () => {
    for (let n = 0; n < 20; n += 1) await codeFor({ ...login, scope: `device ${n}` });
    clock.ms += 60_000;
    expect(await issue()).toMatchObject({ error: 'codes_used_up', parameters: { hours: 24 } });
    expect(await issue({ ...login, purpose: codePurpose.withdrawal })).toHaveProperty('code');
    clock.ms += 86_340_000;
    expect(await issue()).toHaveProperty('code');
  });

  test('is sent to the owner 20 more times a day, however many strangers request', async () => {
    const device = (n: string) => ({ ...login, scope: n });
    for (let n = 0; n < 20; n += 1) await codeFor(device(`stranger ${n}`));
    for (let n = 0; n < 20; n += 1) {
      expect(await issue(device(`own ${n}`), true, 'owner')).toHaveProperty('code');
      expect(await issue(device(`pretended ${n}`), false, 'nobody')).toHaveProperty('code');
    }
    expect(await issue(device('own'), true, 'owner')).toMatchObject({ error: 'codes_used_up' });
    expect(await issue(device('pretended'), false, 'nobody')).toHaveProperty('code');
  });
});

test('codes are deleted after a day', async () => {
  await codeFor();
  clock.ms += 86_400_000 - 1;
  expect(await codes.deleteOld()).toBe(0);
  clock.ms += 1;
  expect(await codes.deleteOld()).toBe(1);
});
