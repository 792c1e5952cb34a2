import { type WithdrawalRow, withdrawalCalls } from '@bourse/contract/console';
import type { MovementReason } from '@bourse/contract/wallet';
import type { Kysely } from 'kysely';
import { declaredChains, type VenueChains } from '../chains/index.ts';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { accountCodeOf, unitsText } from '../../ground/feed/index.ts';
import { dollarsText, worthDecimals } from '../../trading/index-price/index.ts';
import { type PaymentState, readPayments, type RecoverParts } from '../outgoing/index.ts';
import { type CaseParts, readCase } from './console-case.ts';
import { decider, findHeld } from './console-decision.ts';
import { registerPaymentDecisions } from './console-payments.ts';
import { approvedByPeopleWithinDay } from './day-limit.ts';
import { heldBack, recallWithdrawal } from './held-back.ts';
import { referenceOf, take, type Withdrawal, withdrawalOf } from './withdrawal.ts';
import { reasonOf, statusOf } from './wire.ts';
import {
  answered,
  knownUser,
  readSequencePage,
  refusal,
  sequencePageOf,
  type StaffRoll,
} from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export interface WithdrawalConsoleParts extends CaseParts, RecoverParts, With<'console' | 'queues' | 'views'> {
  readonly chains: VenueChains;
  /** Called after each step that staff have taken. */
  readonly changed: (withdrawal: Withdrawal) => void;
  readonly roll: StaffRoll;
  readonly settings: { readonly draw_four_eyes_usd: number };
}

/** Serves the withdrawals of all users to the operators' console. */
export function registerWithdrawalConsole(parts: WithdrawalConsoleParts): void {
  parts.console.owns('withdrawal', async (db, id) => {
    const row = await db.selectFrom('withdrawals').select('user_id').where('id', '=', String(id)).executeTakeFirst();
    return row?.user_id ?? null;
  });
  registerReads(parts);
  registerDecisions(parts);
  parts.queues.add({
    name: 'withdrawals',
    screen: '/withdrawals',
    roles: ['finance', 'risk'],
    count: async () => {
      const row = await parts.identityDb
        .selectFrom('withdrawals')
        .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min<string | null>('created_at').as('oldest')])
        .where('stage', '=', 'reviewing')
        .where('booked', '=', false)
        .executeTakeFirstOrThrow();
      return { count: safeInteger(row.count), oldestAtMs: row.oldest === null ? null : safeInteger(row.oldest) };
    },
  });
}

function registerReads(parts: WithdrawalConsoleParts): void {
  const { chains, console, identityDb: db, now, roll, views } = parts;

  console.read(withdrawalCalls.withdrawals, async ({ address, chain, currency, cursor, limit, status, user }) => {
    let query = heldOf(db);
    if (user !== undefined) query = query.where('user_id', '=', String(user));
    if (status !== undefined) query = query.where('stage', '=', status);
    if (address !== undefined) query = query.where('address', '=', address.trim());
    if (chain !== undefined) {
      const ids = protocolsOn(chains, chain.trim().toLowerCase());
      if (ids.length === 0) return answered({ rows: [], next: null, as_of: now() });
      query = query.where('protocol_id', 'in', ids);
    }
    if (currency !== undefined) {
      const code = currency.toUpperCase();
      const listed = chains.protocols.map((protocol) => views.listings.findCurrency(protocol.currency));
      const found = listed.find((known) => known?.code === code);
      if (found === undefined) return answered({ rows: [], next: null, as_of: now() });
      query = query.where('currency_id', '=', found.id);
    }
    return readPage(parts, query, { cursor, limit });
  });

  console.read(withdrawalCalls.userWithdrawals, async ({ cursor, id, limit }) => {
    const user = await knownUser(parts, id);
    if (user === null) return refusal('not_found');
    return readPage(parts, heldOf(db).where('user_id', '=', String(user)), { cursor, limit });
  });

  console.read(withdrawalCalls.withdrawalCase, async ({ id }) => {
    const withdrawal = await findHeld(db, Number(id));
    if (withdrawal === null) return refusal('withdrawal_unknown');
    const payment = (await readPayments(db, [referenceOf(withdrawal.id)])).get(referenceOf(withdrawal.id)) ?? null;
    const row = rowOf(parts, withdrawal, payment);
    return answered({ row, ...(await readCase(parts, withdrawal, await roll.names())) });
  });
}

/** The withdrawals whose money was held, newest first. */
function heldOf(db: Kysely<Schema>) {
  return db.selectFrom('withdrawals').selectAll().where('stage', 'not in', ['creating', 'void']).orderBy('id', 'desc');
}

async function readPage(
  parts: WithdrawalConsoleParts,
  query: ReturnType<typeof heldOf>,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number | string | undefined },
) {
  const page = readSequencePage({ ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) });
  if ('error' in page) return page;
  const found = await query
    .where('id', '<', String(page.before))
    .limit(page.limit + 1)
    .execute();
  const read = found.map((row) => ({ ...withdrawalOf(row), sequence: safeInteger(row.id) }));
  const { next, rows } = sequencePageOf(read, page);
  const references = rows.map(({ id }) => referenceOf(id));
  const payments = await readPayments(parts.identityDb, references);
  return answered({
    rows: rows.map((row) => rowOf(parts, row, payments.get(referenceOf(row.id)) ?? null)),
    next,
    as_of: parts.now(),
  });
}

function registerDecisions(parts: WithdrawalConsoleParts): void {
  const { console, identityDb: db } = parts;

  const decide = decider(parts.changed);

  console.change(
    withdrawalCalls.approveWithdrawal,
    async ({ id }, context) =>
      decide(Number(id), context, async ({ user }) => {
        const reason = heldBack(parts.views, user);
        if (reason !== null) return refusal(`withdrawal_${reason}`);
        return take(context.transaction, Number(id), {
          from: ['reviewing'],
          to: 'approved',
          atMs: context.now,
          staff: context.by.id,
        });
      }),
    {
      needsSecond: async ({ id }, by) => {
        const withdrawal = await findHeld(db, Number(id));
        return withdrawal !== null && needsTwo(parts, withdrawal, by.id);
      },
    },
  );

  console.change(withdrawalCalls.rejectWithdrawal, async ({ id, rejection }, context) =>
    decide(Number(id), context, async () =>
      take(context.transaction, Number(id), {
        from: ['requested', 'reviewing'],
        to: 'rejected',
        reason: rejection,
        atMs: context.now,
        staff: context.by.id,
      }),
    ),
  );

  console.change(withdrawalCalls.holdBackWithdrawal, async ({ id }, context) =>
    decide(Number(id), context, async () => {
      const { by, now: atMs, transaction } = context;
      const grounds = { reason: 'held_back' as const, atMs, staff: by.id };
      const waiting = await take(transaction, Number(id), { from: ['requested'], to: 'reviewing', ...grounds });
      return waiting ?? recallWithdrawal(transaction, Number(id), grounds);
    }),
  );

  registerPaymentDecisions(console, decide, parts);
}

/** The networks on a chain, by its code or name in lower case. */
function protocolsOn({ protocols }: VenueChains, wanted: string): readonly number[] {
  const chain = declaredChains.find(({ code, name }) => code === wanted || name.toLowerCase() === wanted);
  return protocols.filter((protocol) => protocol.chain === chain?.id).map(({ id }) => id);
}

/** Whether a withdrawal and the others of 24 hours are worth more than one person may approve. */
async function needsTwo(parts: WithdrawalConsoleParts, { user, worth }: Withdrawal, staff: number): Promise<boolean> {
  const most = mostForOne(parts);
  if (worth > most) return true;
  const before = await approvedByPeopleWithinDay(parts.identityDb, { most, nowMs: parts.now(), staff, user });
  return worth + before > most;
}

/** The worth that one person may approve. */
function mostForOne({ settings }: Pick<WithdrawalConsoleParts, 'settings'>): bigint {
  return BigInt(settings.draw_four_eyes_usd) * 10n ** BigInt(worthDecimals);
}

function rowOf(parts: WithdrawalConsoleParts, withdrawal: Withdrawal, payment: PaymentState | null): WithdrawalRow {
  const { chains, views } = parts;
  const protocol = chains.protocol(withdrawal.protocol);
  if (protocol === null) throw new Error(`The network ${withdrawal.protocol} of a withdrawal is unknown.`);
  const currency = views.listings.currency(withdrawal.currency);
  const hash = payment?.hash ?? null;
  const reason: MovementReason | null = reasonOf(withdrawal, payment);
  return {
    id: withdrawal.id,
    user_id: withdrawal.user,
    status: statusOf(withdrawal.stage),
    reason,
    currency_code: currency.code,
    network: protocol.code,
    chain: declaredChains.find(({ id }) => id === protocol.chain)?.name ?? String(protocol.chain),
    account: accountCodeOf(withdrawal.accountType) ?? '',
    amount: unitsText(currency, withdrawal.amount),
    fee: unitsText(currency, withdrawal.fee),
    net: unitsText(currency, withdrawal.amount - withdrawal.fee),
    usd: dollarsText(withdrawal.worth),
    four_eyes: withdrawal.worth > mostForOne(parts),
    address: withdrawal.address,
    memo: withdrawal.memo,
    tx: hash,
    tx_url: hash === null ? null : (chains.chain(protocol.chain)?.transactionUrl(hash) ?? null),
    earliest_at: withdrawal.earliestMs,
    created_at: withdrawal.createdMs,
  };
}
