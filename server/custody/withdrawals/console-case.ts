import type { ConsoleOutput, withdrawalCalls } from '@bourse/contract/console';
import type { Kysely } from 'kysely';
import type { Chains } from '../chains/index.ts';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { unitsText } from '../../ground/feed/index.ts';
import { restrictionView } from '../../people/restrictions/index.ts';
import { creditView } from '../credits/index.ts';
import { dollarsText } from '../../trading/index-price/index.ts';
import { outflowWithinDay } from './day-limit.ts';
import type { SavedAddresses } from './request.ts';
import { movementReason, statusOf } from './wire.ts';
import { referenceOf, type Withdrawal } from './withdrawal.ts';
import type { With } from '../../ground/parts.ts';

export interface CaseParts extends With<'identityDb' | 'now' | 'views'> {
  readonly chains: Chains;
  readonly savedAddresses: SavedAddresses | null;
  readonly verified: { statusOf(user: Withdrawal['user']): Promise<0 | 1 | 2> };
}

type Case = ConsoleOutput<typeof withdrawalCalls.withdrawalCase>;

/** The facts that staff decide by, besides the row. */
export async function readCase(
  { chains, identityDb: db, now, savedAddresses, verified, views }: CaseParts,
  withdrawal: Withdrawal,
  names: ReadonlyMap<number, string>,
): Promise<Omit<Case, 'row'>> {
  const { address, id, memo, protocol, user } = withdrawal;
  const chain = chains.protocol(protocol)?.chain ?? 0;
  const halt = db.selectFrom('payment_halts').select('reason').where('chain_id', '=', chain);
  const saved = await savedAddresses?.find(user, protocol, address, memo);
  return {
    steps: await readSteps(db, id, names),
    payment: await readPayment(db, id),
    halted: (await halt.executeTakeFirst())?.reason ?? null,
    saved: saved !== null && saved !== undefined,
    paid_before: await countPaid(db, withdrawal),
    day_usd: dollarsText(await outflowWithinDay(db, user, now())),
    review_status: await verified.statusOf(user),
    restriction: restrictionView.of(views).scopeOf(user),
    debts: creditView
      .of(views)
      .debtsOf(user)
      .map(({ currency, units }) => {
        const listed = views.listings.currency(currency);
        return { currency_code: listed.code, amount: unitsText(listed, units) };
      }),
  };
}

async function readSteps(db: Kysely<Schema>, id: number, names: ReadonlyMap<number, string>): Promise<Case['steps']> {
  const rows = await db
    .selectFrom('withdrawal_steps')
    .select(['stage', 'at', 'reason', 'staff_id'])
    .where('withdrawal_id', '=', String(id))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    status: statusOf(row.stage),
    at: safeInteger(row.at),
    reason: movementReason(row.reason),
    by: row.staff_id === null ? null : (names.get(safeInteger(row.staff_id)) ?? row.staff_id),
  }));
}

async function readPayment(db: Kysely<Schema>, id: number): Promise<Case['payment']> {
  const row = await db
    .selectFrom('outgoing')
    .select(['id', 'stage', 'cancel_asked', 'reason', 'nonce'])
    .where('reference', '=', referenceOf(id))
    .executeTakeFirst();
  if (row === undefined) return null;
  const attempts = await db
    .selectFrom('attempts')
    .select(['kind', 'hash', 'sent_at', 'height', 'reverted', 'max_fee'])
    .where('outgoing_id', '=', row.id)
    .orderBy('id')
    .execute();
  return {
    stage: row.stage,
    cancel_asked: row.cancel_asked,
    reason: row.reason,
    nonce: whole(row.nonce),
    attempts: attempts.map((attempt) => ({
      kind: attempt.kind,
      tx: attempt.hash,
      sent_at: whole(attempt.sent_at),
      height: whole(attempt.height),
      reverted: attempt.reverted === true,
      max_fee: attempt.max_fee,
    })),
  };
}

async function countPaid(db: Kysely<Schema>, { address, protocol, user }: Withdrawal): Promise<number> {
  const { count } = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', String(user))
    .where('protocol_id', '=', protocol)
    .where('address', '=', address)
    .where('stage', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return safeInteger(count);
}

function whole(stored: string | null): number | null {
  return stored === null ? null : safeInteger(stored);
}
