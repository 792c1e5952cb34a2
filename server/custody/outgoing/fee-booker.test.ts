import type { WalletMovement } from '@bourse/contract/wallet';
import { accountType, type VenueTransfer } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAppDatabase, openCustodyPool } from '../../ground/database/index.ts';
import { RunningVenue } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';
import { FeeBooker, type FeeBookerParts } from './fee-booker.ts';

const outside = '0x00000000000000000000000000000000000000C1';
/** Wei in the ledger's smallest unit of ETH, which has eight decimals. */
const unit = 10n ** 10n;

let world: TestWorld;
let venue: RunningVenue;
let db: FeeBookerParts['db'];

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open({ ...world.options, settings: { demo_review_seconds: 0, draw_day_usd_1: 50_000 } });
  db = openAppDatabase(openCustodyPool(venue.database.settings, { onLost: () => undefined }));
});

afterAll(async () => {
  await db.destroy();
  await venue.close();
  world.close();
});

interface Row {
  readonly n: string;
  readonly fee: string;
  readonly units: string;
  readonly booked: boolean;
}

async function rowsOf(chain: number): Promise<Row[]> {
  return venue.database.query<Row>(
    `select n, fee, units, booked from app.network_fees where chain_id = ${chain} order by n`,
  );
}

describe('the network fee of a payment', () => {
  test('is paid by the treasury to the outside once the payment has ended', async () => {
    const ann = await venue.person('ann');
    await submitDocuments(venue, ann);
    const socket = await venue.socket();
    socket.say('login', ann.token);
    const { body } = await withdraw(venue, ann, { number: '110', address: outside });
    const reached = async (status: string) =>
      socket.message(({ type, ...rest }) => type === 'WALLET' && (rest['row'] as WalletMovement).status === status);
    await reached('broadcast');
    expect(await rowsOf(1)).toEqual([]);
    world.mine(6);
    await reached('confirmed');
    await expect.poll(async () => (await rowsOf(1)).map(({ booked }) => booked)).toEqual([true]);
    const [row] = await rowsOf(1);
    const [paid] = await venue.database.query<{ fee: string }>('select fee from app.attempts where height is not null');
    expect(row).toMatchObject({ n: '1', fee: paid?.fee, units: String(BigInt(paid?.fee ?? '0') / unit) });
    expect(Number(row?.units)).toBeGreaterThan(0);
    const [transfer] = await venue.database.query(
      `select n, amount, from_account_type, to_account_type, cause from core.venue_transfers
       where source = 'network_fee.demo'`,
    );
    expect(transfer).toEqual({
      n: '1',
      amount: row?.units,
      cause: 'network_fee',
      from_account_type: accountType.treasury,
      to_account_type: accountType.external,
    });
    expect(body.code).toBe(1);
  });
});

describe('the booking of fees', () => {
  const chain = 99;
  const submitted: VenueTransfer[] = [];
  let answer: 'done' | 'short' | 'lost' = 'done';

  function booker(): FeeBooker {
    const open = world.options.chains;
    expect(open).toBeDefined();
    const core = {
      submit: async (command: VenueTransfer) => {
        if (answer !== 'short') submitted.push(command);
        if (answer === 'lost') return Promise.reject(new Error('the process ended'));
        const rejected = { type: 'rejected', rejection: { reason: 'insufficient_balance' } };
        return Promise.resolve({ outcome: answer === 'short' ? rejected : { type: 'done' } });
      },
    } as unknown as FeeBookerParts['core'];
    const listings = { currencyByCode: () => ({ id: 2, code: 'ETH', decimals: 8 }) };
    return new FeeBooker({
      core,
      db,
      now: () => 0,
      log: { warn: () => undefined },
      chain: { id: chain, code: 'test', coin: 'ETH', coinDecimals: 18 } as FeeBookerParts['chain'],
      views: { listings } as unknown as FeeBookerParts['views'],
    });
  }

  /** A payment that has ended with this fee. */
  async function ended(at: number, fee: bigint, stage = 'paid'): Promise<void> {
    await venue.database.query(
      `with payment as (
         insert into app.outgoing (reference, chain_id, wallet, nonce, purpose, asset, to_address, amount, stage,
                                   owes_fee, created_at, changed_at)
         values ($1, $2, 'hot', $3, 'withdrawal', '', '0x', 1, $4, $4 <> 'sent', 0, 0) returning id)
       insert into app.attempts (outgoing_id, kind, encoded, raw, hash, max_fee, priority_fee, created_at, height, fee)
       select id, 'payment', '', $1, $1, 1, 1, 0, 1, $5 from payment`,
      [`test/${at}`, chain, at, stage, String(fee)],
    );
  }

  const booked = () => submitted.map(({ amount, n }) => [n, Number(amount)]);

  test('carries what the ledger cannot express to the next fee', async () => {
    for (const at of [1, 2, 3, 4]) await ended(at, (unit * 6n) / 10n);
    await ended(5, 3n * unit, 'cancelled');
    await ended(6, unit, 'sent');
    await booker().step();
    // 0.6, 1.2, 1.8, 2.4 and 5.4 units in total; the sixth has not ended.
    expect((await rowsOf(chain)).map(({ n, units }) => [n, units])).toEqual([
      ['1', '0'],
      ['2', '1'],
      ['3', '0'],
      ['4', '1'],
      ['5', '3'],
    ]);
    expect(booked()).toEqual([
      [2, 1],
      [4, 1],
      [5, 3],
    ]);
    await booker().step();
    expect(booked()).toHaveLength(3);
  });

  test('waits for money of the treasury, and keeps its number when its outcome was lost', async () => {
    submitted.length = 0;
    await venue.database.query("update app.outgoing set stage = 'failed', owes_fee = true where reference = 'test/6'");
    answer = 'short';
    await booker().step();
    expect(await rowsOf(chain)).toContainEqual(expect.objectContaining({ n: '6', booked: false }));
    answer = 'lost';
    await expect(booker().step()).rejects.toThrow('the process ended');
    answer = 'done';
    await booker().step();
    expect(booked()).toEqual([
      [6, 1],
      [6, 1],
    ]);
    expect((await rowsOf(chain)).every((row) => row.booked)).toBe(true);
  });
});
