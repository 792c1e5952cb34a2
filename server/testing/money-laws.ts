import { expect, vi } from 'vitest';
import { demoTokenAddress } from '../custody/chains/index.ts';
import type { FaultyWorld } from './faulty-world.ts';
import type { Person, RunningVenue } from './running-venue.ts';

const usdt = 3;
const token = demoTokenAddress('USDT');

/** An exchange with the world around it and the users of a test. */
export interface Checked {
  readonly venue: RunningVenue;
  readonly world: FaultyWorld;
  readonly people: readonly Person[];
}

/**
 * The laws of money, after every fault: a deposit is credited once; a withdrawal is paid at most once, and at most
 * what is held for it; the wallets have on the chain what was recorded; each account log adds up to its balance; no
 * more of a claim on the house of leverage is settled than it owes.
 */
export async function checkMoney(checked: Checked): Promise<void> {
  await settled(checked);
  await checkDeposits(checked);
  await checkHolds(checked);
  await checkPayments(checked);
  await checkWallets(checked);
  await checkLogs(checked);
  await checkClaims(checked);
}

/** Waits until the exchange has read the whole chain and done everything that follows from it. */
async function settled({ venue: { database }, world }: Checked): Promise<void> {
  const isSettled = async (): Promise<boolean> => {
    const { hash } = world.chain.head;
    const [row] = await database.query<{ open: boolean }>(
      `select not exists (select from app.scan_cursors where hash = $1 and halted is null)
        or exists (select from app.deposits d where n is not null and
          case when stage = 'creditable' then not exists (${creditIs('credited')})
            when stage = 'gone' then exists (${creditIs('credited')}) and not exists (${creditIs('reversed')})
            else false end)
        or exists (select from app.withdrawals where not booked
          and stage in ('void', 'confirmed', 'cancelled', 'rejected', 'failed')) as open`,
      [hash],
    );
    const attempts = await readAttempts({ database });
    const isRecorded = attempts.every(
      ({ block_hash, tx }) => (world.chain.find(tx)?.block?.hash ?? null) === block_hash,
    );
    return row?.open === false && isRecorded;
  };
  await vi.waitUntil(isSettled, { interval: 10, timeout: 60_000 });
}

function creditIs(state: 'credited' | 'reversed'): string {
  return `select from core.credits c where c.source = 'deposit' and c.n = d.n and c.state = '${state}'`;
}

async function checkDeposits({ venue: { database } }: Checked): Promise<void> {
  expect(
    await database.query(
      `select c.n from core.credits c left join app.deposits d on d.n = c.n where c.source = 'deposit'
        and (d.id is null or d.amount <> c.amount or d.user_id <> c.user_id)`,
    ),
    'credits without their deposit',
  ).toEqual([]);
  expect(
    await database.query(
      `select d.tx from app.deposits d where exists (${creditIs('credited')}) and not exists (${creditIs('reversed')})
        group by d.tx, d.ordinal having count(*) > 1`,
    ),
    'transfers that are credited twice',
  ).toEqual([]);
  expect(
    await database.query(
      `select i.tx, d.stage from app.deposit_addresses a join app.chain_inflows i on i.address = a.address
        full join (select * from app.deposits where stage not in ('orphaned', 'gone')) d
          on d.tx = i.tx and d.ordinal = i.ordinal
        where i.tx is null or d.id is null or d.chain_amount <> i.amount or d.block_hash is null
          or d.height <> i.height`,
    ),
    'received transfers that are not one deposit each',
  ).toEqual([]);
}

async function checkHolds({ venue: { database } }: Checked): Promise<void> {
  const rows = await database.query<{ id: string; stage: string; states: string[]; fits: boolean | null }>(
    `select w.id, w.stage || case when w.reason in ('fee_kept', 'reverted') then ' keeping its fee' else '' end as stage,
        coalesce(array_agg(case when h.receiver_id = w.user_id then 'returned' else h.state end order by h.sequence)
          filter (where h.n is not null), '{}') as states,
        bool_and(h.amount = w.amount and (w.currency_id <> ${usdt} or w.chain_amount <= h.amount - w.fee)) as fits
      from app.withdrawals w left join core.holds h on h.source = 'withdrawal' and h.n = w.id group by w.id`,
  );
  for (const { id, fits, stage, states } of rows) {
    const expected = expectedHold(stage);
    expect({ id, stage, states }).toEqual({ id, stage, states: expected });
    expect(fits ?? true, `the withdrawal ${id} pays no more than is held`).toBe(true);
  }
}

function expectedHold(stage: string): string[] {
  if (stage === 'creating' || stage === 'void') return [];
  if (stage === 'confirmed') return ['open', 'settled'];
  if (stage.endsWith(' keeping its fee')) return ['open', 'returned'];
  return stage === 'cancelled' || stage === 'rejected' || stage === 'failed' ? ['open', 'released'] : ['open'];
}

interface AttemptRow {
  readonly reference: string;
  readonly asset: string;
  readonly to_address: string;
  readonly amount: string;
  readonly kind: 'payment' | 'cancel';
  readonly tx: string;
  readonly block_hash: string | null;
}

async function readAttempts({ database }: Pick<RunningVenue, 'database'>): Promise<AttemptRow[]> {
  return database.query<AttemptRow>(
    `select o.reference, o.asset, o.to_address, o.amount::text, a.kind, a.hash as tx, a.block_hash
      from app.attempts a join app.outgoing o on o.id = a.outgoing_id where a.hash is not null`,
  );
}

/** Compares what receivers have on the chain itself with what the withdrawals say. */
async function checkPayments({ venue: { database }, world: { chain } }: Checked): Promise<void> {
  const attempts = await readAttempts({ database });
  const paid = attempts.filter(({ kind, tx }) => kind === 'payment' && chain.find(tx)?.mined?.succeeded === true);
  const rows = await database.query<{ id: string; stage: string; address: string; amount: string }>(
    'select id, stage, address, chain_amount::text as amount from app.withdrawals',
  );
  for (const { id, stage } of rows) {
    const count = paid.filter(({ reference }) => reference === `withdrawal/${id}`).length;
    const allowed = stage === 'confirmed' ? [1] : stage === 'approved' || stage === 'broadcast' ? [0, 1] : [0];
    expect(allowed, `payments of the withdrawal ${id}, which is ${stage}`).toContain(count);
  }
  for (const address of new Set(rows.map((row) => row.address))) {
    const known = paid.filter(({ to_address }) => to_address === address);
    for (const asset of ['', token]) {
      const own = known.filter((attempt) => attempt.asset === asset);
      const sum = own.reduce((total, { amount }) => total + BigInt(amount), 0n);
      expect(chain.balance(asset, address), `what ${address} has received`).toBe(sum);
    }
  }
}

/** The balances of the wallets, read from the chain itself, are the recorded flows. */
async function checkWallets({ venue: { database }, world }: Checked): Promise<void> {
  const inflows = await database.query<{ address: string; asset: string; amount: string }>(
    'select address, asset, sum(amount)::text as amount from app.chain_inflows group by address, asset',
  );
  const outflows = await database.query<{ asset: string; amount: string }>(
    `select o.asset, o.amount::text from app.attempts a join app.outgoing o on o.id = a.outgoing_id
        where a.height is not null and a.kind = 'payment' and not a.reverted
      union all select '', a.fee::text from app.attempts a where a.height is not null`,
  );
  const addresses = [...new Set([await world.hotWallet(), ...inflows.map(({ address }) => address)])];
  for (const asset of ['', token]) {
    const sumOf = (rows: readonly { asset: string; amount: string }[]): bigint =>
      rows.reduce((sum, row) => (row.asset === asset ? sum + BigInt(row.amount) : sum), 0n);
    const balance = addresses.reduce((sum, address) => sum + world.chain.balance(asset, address), 0n);
    expect(sumOf(inflows) - sumOf(outflows), `the records of ${asset || 'the coin'}`).toBe(balance);
  }
}

async function checkLogs({ people, venue: { database } }: Checked): Promise<void> {
  expect(
    await database.query('select currency_id from core.account_log group by currency_id having sum(amount) <> 0'),
    'currencies whose postings do not balance',
  ).toEqual([]);
  for (const person of people) {
    const [row] = await database.query<{ sum: string }>(
      `select coalesce(sum(amount), 0)::text as sum from core.account_log
        where user_id = $1 and currency_id = $2 and account_type = 1`,
      [person.id, usdt],
    );
    const { available, locked } = await person.balance(usdt);
    expect(BigInt(row?.sum ?? '0'), `the log of ${person.account}`).toBe(unitsOf(available) + unitsOf(locked));
  }
}

async function checkClaims({ venue: { database } }: Checked): Promise<void> {
  expect(
    await database.query(
      `select user_id, market_id, sum(owed) as owed from (
          select user_id, market_id, unpaid as owed from core.lever_positions where state = 'closed'
          union all select user_id, market_id, 0 - amount from core.lever_claim_payments
        ) as claims group by user_id, market_id having sum(owed) < 0`,
    ),
    'claims of which more is settled than was owed',
  ).toEqual([]);
}

/** Units of a millionth. */
function unitsOf(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(6, '0'));
}
