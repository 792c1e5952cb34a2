import type { WithdrawalQuote } from '@bourse/contract/withdrawals';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { creditDeposit } from '../../testing/debts.ts';
import { moveToFiat, openEscrow, releaseEscrow } from '../../testing/escrows.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';

const outside = '0x00000000000000000000000000000000000000C1';
const usdt = 3;
const day = 86_400_000;
const nowMs = Date.now();

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let people = 0;

beforeAll(async () => {
  world = TestWorld.open();
  const settings = { demo_review_seconds: 0, draw_address_hours: 24 };
  venue = await RunningVenue.open({ ...world.options, settings, now: () => nowMs });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  await submitDocuments(venue, ann);
});

afterAll(async () => {
  await venue.close();
  world.close();
});

async function quote(fields: Readonly<Record<string, string>> = {}): Promise<WithdrawalQuote> {
  const query = new URLSearchParams({ currency_protocol_id: '3', number: '50', ...fields });
  return (await ann.get<WithdrawalQuote>(`wallet/draw_quote?${query}`)).body.data;
}

/** The refusals of a code for a withdrawal, by mail, and of the withdrawal without one. */
async function errorsOf(fields: Readonly<Record<string, unknown>>): Promise<(string | undefined)[]> {
  const terms = { currency_protocol_id: 3, number: '50', ...fields };
  const code = await ann.post('notify/send_email', { type: 4, ...terms });
  const draw = await ann.post('account/draw', { currency_id: 3, ...terms, pay_password: '', code: '' });
  return [code.body.error, draw.body.error];
}

describe('the quote of a withdrawal', () => {
  test('says that an operator has stopped withdrawals, and that nothing can leave', async () => {
    const audit = { operator: userId(7), cause: 'incident' } as const;
    const user = userId(ann.id);
    await venue.operate({ type: 'restrict_user', user, before: 'none', scope: 'outflow', ...audit });
    expect(await quote()).toMatchObject({ maximum: '0', reasons: ['outflow_stopped'] });
    await venue.operate({ type: 'restrict_user', user, before: 'outflow', scope: 'none', ...audit });
    expect(await quote()).toMatchObject({ maximum: '100000', reasons: [] });
  });

  test('says why its receiver cannot be paid, as the withdrawal does, and no code is sent for it', async () => {
    const own = await ann.get<{ wallets: { address: string }[] }>('wallet/wallet?currency_id=3');
    for (const [address, reason] of [
      ['vitalik.eth', 'draw_address_invalid'],
      [`0x${'0'.repeat(40)}`, 'address_keyless'],
      ['0x000000000000000000000000000000000000dEaD', 'address_keyless'],
      [own.body.data.wallets[0]?.address ?? '', 'draw_own_address'],
    ] as const) {
      expect([address, (await quote({ address })).reasons]).toEqual([address, [reason]]);
      expect(await errorsOf({ address })).toEqual([reason, reason]);
    }
    expect((await quote({ address: outside, memo: '7' })).reasons).toEqual(['draw_memo_invalid']);
    expect(await errorsOf({ address: outside, memo: '7' })).toEqual(['draw_memo_invalid', 'draw_memo_invalid']);
    expect(await errorsOf({ address: outside, currency_protocol_id: 15 })).toEqual(['draw_closed', 'draw_closed']);
    expect(await errorsOf({ address: outside, currency_protocol_id: 99 })).toEqual(Array(2).fill('protocol_unknown'));
    expect(await venue.outbox(ann.account)).toEqual([]);
    expect((await quote({ address: outside })).reasons).toEqual([]);
  });

  test('says what keeps an amount: unmatured deposits alone, or coins bought from others with them', async () => {
    const bob = await venue.person(`bob-${people}`);
    await moveToFiat(bob, 100);
    const escrow = { n: people, seller: bob, buyer: ann, dollars: 100, isOffered: false };
    await openEscrow(venue, escrow);
    await releaseEscrow(venue, escrow);
    await moveToFiat(ann, 100, true);
    await creditDeposit(venue, ann, { currency: usdt, units: 50_000_000, n: people, matured: false });
    const kept: readonly string[] = ['coins_maturing', 'deposit_unmatured', 'insufficient_balance'];
    const reasonsOf = async (number: string) =>
      (await quote({ number })).reasons.filter((reason) => kept.includes(reason));
    expect([(await quote()).reasons, await reasonsOf('100000')]).toEqual([[], []]);
    for (const number of ['100000.000001', '100100']) {
      expect([number, await reasonsOf(number)]).toEqual([number, ['coins_maturing']]);
    }
    expect(await reasonsOf('100100.000001')).toEqual(['deposit_unmatured']);
    expect(await reasonsOf('100150.000001')).toEqual(['insufficient_balance']);
  });

  test('counts the wait at the first use of an address, as the withdrawal does', async () => {
    expect((await quote()).waits_until).toBeNull();
    expect((await quote({ address: 'nonsense' })).waits_until).toBeNull();
    expect((await quote({ address: outside.toLowerCase() })).waits_until).toBe(nowMs + day);
    const { body } = await withdraw(venue, ann, { number: '50', address: outside });
    expect(body.data).toMatchObject({ status: 'requested', earliest_at: nowMs + day });
  });
});
