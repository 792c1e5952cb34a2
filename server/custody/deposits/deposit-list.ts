import { depositCalls, type DepositRow } from '@bourse/contract/console';
import { type VenueChains, declaredChains } from '../chains/index.ts';
import { safeInteger } from '../../ground/database/index.ts';
import { type Listings, unitsText } from '../../ground/feed/index.ts';
import type { ChainFollower } from './follower.ts';
import { depositOf, depositQuery, nextNumber } from './deposit-store.ts';
import type { Deposit } from './deposit.ts';
import { answered, changed, readSequencePage, refusal, sequencePageOf } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export interface DepositListParts extends With<'chains' | 'console' | 'db' | 'now' | 'views'> {
  readonly followers: ReadonlyMap<number, Pick<ChainFollower, 'confirmations' | 'progress'>>;
}

/** Serves all deposits to the operators' console, and the assignment of those that name no user. */
export function registerDepositList(parts: DepositListParts): void {
  const { chains, console, db, now, views } = parts;
  console.read(depositCalls.deposits, async ({ cursor, currency, limit, stage, tx, user }) => {
    const page = readSequencePage({ ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) });
    if ('error' in page) return page;
    let query = depositQuery(db)
      .where('id', '<', String(page.before))
      .orderBy('id', 'desc')
      .limit(page.limit + 1);
    if (user !== undefined) query = query.where('user_id', '=', String(user));
    if (stage !== undefined) query = query.where('stage', '=', stage);
    if (tx !== undefined) query = query.where('tx', 'in', [tx, tx.toLowerCase()]);
    if (currency !== undefined) {
      const ids = protocolsOf(chains, views.listings, currency.toUpperCase());
      if (ids.length === 0) return answered({ rows: [], next: null, as_of: now() });
      query = query.where('protocol_id', 'in', ids);
    }
    const read = (await query.execute()).map((row) => ({ ...depositOf(row), sequence: safeInteger(row.id) }));
    const { next, rows } = sequencePageOf(read, page);
    return answered({ rows: rows.flatMap((deposit) => rowOf(parts, deposit) ?? []), next, as_of: now() });
  });
  registerAssignment(parts);
}

function registerAssignment({ console }: DepositListParts): void {
  console.change(depositCalls.assignDeposit, async ({ id, user }, { now: atMs, transaction }) => {
    const row = await transaction
      .selectFrom('deposits')
      .select(['id', 'stage', 'amount'])
      .where('id', '=', String(id))
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return refusal('deposit_unknown');
    if (row.stage !== 'unattributed') return refusal('deposit_attributed');
    // An amount that the ledger cannot express is stored as 0.
    if (safeInteger(row.amount) === 0) return refusal('deposit_not_countable');
    const known = await transaction.selectFrom('users').select('id').where('id', '=', String(user)).executeTakeFirst();
    if (known === undefined) return refusal('user_unknown', { user });
    const n = await nextNumber(transaction);
    await transaction
      .updateTable('deposits')
      .set({ stage: 'creditable', user_id: Number(user), n, changed_at: atMs })
      .where('id', '=', row.id)
      .execute();
    return changed(
      { id: safeInteger(row.id) },
      {
        subject: { kind: 'deposit', id: row.id },
        before: { stage: row.stage, user_id: null },
        after: { stage: 'creditable', user_id: Number(user), n },
      },
    );
  });
}

function protocolsOf(chains: VenueChains, listings: Listings, code: string): readonly number[] {
  return chains.protocols
    .filter(({ currency }) => listings.findCurrency(currency)?.code === code)
    .map((protocol) => protocol.id);
}

function rowOf({ chains, followers, views }: DepositListParts, deposit: Deposit): DepositRow | null {
  const protocol = chains.protocol(deposit.protocol);
  if (protocol === null) return null;
  const currency = views.listings.currency(protocol.currency);
  const declared = declaredChains.find(({ id }) => id === deposit.chain);
  const { address, amount, createdMs, credit, height, id, memo, n, stage, tx, user } = deposit;
  const isOnBranch = stage !== 'orphaned' && stage !== 'gone';
  return {
    id,
    user_id: user,
    currency_code: currency.code,
    network: protocol.code,
    stage,
    credit,
    n,
    tx,
    address,
    memo,
    chain: declared?.name ?? String(deposit.chain),
    amount: unitsText(currency, amount),
    tx_url: chains.chain(deposit.chain)?.transactionUrl(tx) ?? null,
    height,
    confirmations: isOnBranch ? (followers.get(deposit.chain)?.confirmations(height) ?? 0) : 0,
    needed: declared?.finalAfter ?? 0,
    created_at: createdMs,
  };
}
