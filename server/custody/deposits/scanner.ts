import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import {
  type BlockRef,
  type ChainBlock,
  type Chains,
  type ChainTransfer,
  ChainUnavailable,
  type CurrencyProtocol,
  type OpenChain,
  unitsFromChain,
} from '../chains/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Listings } from '../../ground/feed/index.ts';
import { watchAgain } from '../outgoing/index.ts';
import type { DepositAddresses } from './addresses.ts';
import { depositOf, depositQuery, nextNumber } from './deposit-store.ts';
import { userOfMemo } from './memo.ts';
import type { With } from '../../ground/parts.ts';

/** The deepest reorganization that is followed. A deeper one is an accident of the chain that people must judge. */
const maxReorganization = 64;
/** Blocks whose hashes are kept. */
const keptBlocks = 256;
/** Blocks that are read in one step. */
const blocksAtOnce = 64;
/** A transaction that is mined again this much later, or sooner, has moved; otherwise it is gone. */
const movedWithin = 2;

const none: ReadonlySet<UserId> = new Set();

export interface ScannerParts extends With<'db' | 'now'> {
  readonly chain: OpenChain;
  readonly chains: Chains;
  readonly listings: Pick<Listings, 'currency'>;
  readonly addresses: Pick<DepositAddresses, 'find'>;
  /** The address of the hot wallet, whose payments are no deposits. */
  readonly hotWallet: string;
  readonly isUser: (user: UserId) => Promise<boolean>;
  readonly log: Pick<Logger, 'error' | 'info'>;
}

/** The result of a step: whether blocks were read or taken back, and the head of the chain. */
export interface Scanned {
  readonly changed: boolean;
  /** There are more blocks to read. */
  readonly more: boolean;
  readonly head: BlockRef;
  readonly cursor: BlockRef;
  readonly halted: string | null;
}

/**
 * Follows a chain block by block. The deposits of a block, the block and the cursor change in one transaction, so a
 * block counts once however often it is read. Blocks of another branch take the deposits of theirs back.
 */
export class ChainScanner {
  readonly #parts: ScannerParts;
  /** Where the chain was halted; null if it was not, or if the branch has been followed since it was resumed. */
  #haltedAt: BlockRef | null = null;

  constructor(parts: ScannerParts) {
    this.#parts = parts;
  }

  /** Reads the next blocks. @throws ChainUnavailable */
  async step(): Promise<Scanned> {
    const { adapter } = this.#parts.chain;
    const head = await adapter.head();
    let cursor = await this.#cursor(head);
    let changed = false;
    if (cursor.halted !== null) this.#haltedAt = cursor;
    if (cursor.halted !== null) return { changed, more: false, head, cursor, halted: cursor.halted };
    for (let read = 0; read < blocksAtOnce; read += 1) {
      const next = await adapter.block(cursor.height + 1);
      const isOther = next === null && head.height === cursor.height && head.hash !== cursor.hash;
      if (next === null && !isOther) return { changed, more: false, head, cursor, halted: null };
      changed = true;
      if (next === null || next.parent !== cursor.hash) {
        cursor = { ...(await this.#rewind(cursor)) };
        if (cursor.halted !== null) return { changed, more: false, head, cursor, halted: cursor.halted };
      } else {
        await this.#accept(cursor, next);
        cursor = { height: next.height, hash: next.hash, halted: null };
      }
    }
    return { changed, more: true, head, cursor, halted: null };
  }

  async #cursor(head: BlockRef): Promise<Cursor> {
    const { chain, db, now } = this.#parts;
    const stored = await db.selectFrom('scan_cursors').selectAll().where('chain_id', '=', chain.id).executeTakeFirst();
    if (stored !== undefined) return { height: safeInteger(stored.height), hash: stored.hash, halted: stored.halted };
    const first = await chain.adapter.block(Math.max(0, head.height - chain.lookBack));
    const { height, hash } = first ?? head;
    const named = first === null ? none : await this.#namedIn(first);
    await inTransaction(db, async (transaction) => {
      await transaction
        .insertInto('scan_cursors')
        .values({ chain_id: chain.id, height, hash, halted: null, changed_at: now() })
        .execute();
      await transaction.insertInto('scan_blocks').values({ chain_id: chain.id, height, hash }).execute();
      if (first !== null) await this.#record(transaction, first, named);
    });
    return { height, hash, halted: null };
  }

  async #accept(cursor: Cursor, block: ChainBlock): Promise<void> {
    const { chain, db } = this.#parts;
    const { hash, height } = block;
    const named = await this.#namedIn(block);
    await inTransaction(db, async (transaction) => {
      await this.#moveCursor(transaction, cursor, { height, hash });
      await transaction.insertInto('scan_blocks').values({ chain_id: chain.id, height, hash }).execute();
      await transaction
        .deleteFrom('scan_blocks')
        .where('chain_id', '=', chain.id)
        .where('height', '<=', String(height - keptBlocks))
        .execute();
      await this.#record(transaction, block, named);
      await transaction
        .updateTable('deposits')
        .set({ stage: 'gone', changed_at: this.#parts.now() })
        .where('chain_id', '=', chain.id)
        .where('stage', '=', 'orphaned')
        .where('height', '<=', String(height - movedWithin))
        .execute();
    });
  }

  /** Goes back to the last block that the node's branch has too. */
  async #rewind(cursor: Cursor): Promise<Cursor> {
    const { chain, db, log, now } = this.#parts;
    const fork = await this.#fork(cursor);
    if (fork === null) return this.#halt(cursor);
    // The next block has another parent, but the node still has its parent's block: one of both answers is wrong.
    if (fork.hash === cursor.hash) throw new ChainUnavailable('The node answered a block of another branch.');
    this.#haltedAt = null;
    const { hash, height } = fork;
    log.info({ chain: chain.code, from: cursor.height, to: height }, 'a chain has replaced blocks');
    await inTransaction(db, async (transaction) => {
      await this.#moveCursor(transaction, cursor, { height, hash });
      if (cursor.height - height > maxReorganization) await watchAgain(transaction, chain.id, height);
      const above = String(height);
      await transaction
        .deleteFrom('scan_blocks')
        .where('chain_id', '=', chain.id)
        .where('height', '>', above)
        .execute();
      await transaction
        .deleteFrom('chain_inflows')
        .where('chain_id', '=', chain.id)
        .where('height', '>', above)
        .execute();
      await transaction
        .updateTable('deposits')
        .set({ stage: 'orphaned', changed_at: now() })
        .where('chain_id', '=', chain.id)
        .where('height', '>', above)
        .where('stage', 'not in', ['orphaned', 'gone'])
        .execute();
    });
    return { height, hash, halted: null };
  }

  /** The last block that the node's branch has too; null if that is too far below. */
  async #fork(cursor: BlockRef): Promise<BlockRef | null> {
    const { chain, db } = this.#parts;
    // People who resume a halted chain have judged its reorganization: then it is followed as far as blocks are known.
    const isResumed = this.#haltedAt?.hash === cursor.hash;
    const kept = await db
      .selectFrom('scan_blocks')
      .select(['height', 'hash'])
      .where('chain_id', '=', chain.id)
      .where('height', '>=', String(cursor.height - (isResumed ? keptBlocks : maxReorganization)))
      .orderBy('height', 'desc')
      .execute();
    for (const { hash, height } of kept)
      if ((await chain.adapter.block(safeInteger(height)))?.hash === hash) return { height: safeInteger(height), hash };
    return null;
  }

  async #halt(cursor: Cursor): Promise<Cursor> {
    const { chain, db, log, now } = this.#parts;
    const halted = 'reorganization_too_deep';
    log.error({ chain: chain.code, height: cursor.height }, 'a chain has replaced too many blocks: it is halted');
    await db.updateTable('scan_cursors').set({ halted, changed_at: now() }).where('chain_id', '=', chain.id).execute();
    // Known only once it is stored. People may resume the chain before the next step reads it.
    this.#haltedAt = cursor;
    return { ...cursor, halted };
  }

  /** Another scanner of the same chain would have moved the cursor: then nothing is recorded. */
  async #moveCursor(transaction: Transaction<Schema>, from: BlockRef, to: BlockRef): Promise<void> {
    const { chain, now } = this.#parts;
    const moved = await transaction
      .updateTable('scan_cursors')
      .set({ height: to.height, hash: to.hash, changed_at: now() })
      .where('chain_id', '=', chain.id)
      .where('height', '=', String(from.height))
      .where('hash', '=', from.hash)
      .executeTakeFirst();
    if (moved.numUpdatedRows !== 1n) throw new Error(`The cursor of ${chain.code} was moved by another scanner.`);
  }

  /** The users whom the memos of payments to a shared address name. */
  async #namedIn({ transfers }: ChainBlock): Promise<ReadonlySet<UserId>> {
    const { addresses, chain, isUser } = this.#parts;
    const users = new Set<UserId>();
    for (const { memo, to } of transfers) {
      const user = addresses.find(chain.id, to)?.user === null ? userOfMemo(memo) : null;
      if (user !== null && !users.has(user) && (await isUser(user))) users.add(user);
    }
    return users;
  }

  /** Records the payments of a block to addresses of the exchange. */
  async #record(transaction: Transaction<Schema>, block: ChainBlock, named: ReadonlySet<UserId>): Promise<void> {
    const { addresses, chain, hotWallet } = this.#parts;
    for (const transfer of block.transfers) {
      const own = addresses.find(chain.id, transfer.to);
      if (own === undefined && transfer.to !== hotWallet) continue;
      await transaction
        .insertInto('chain_inflows')
        .values({
          chain_id: chain.id,
          height: block.height,
          tx: transfer.tx,
          ordinal: transfer.ordinal,
          address: transfer.to,
          asset: transfer.asset,
          amount: String(transfer.amount),
          is_spent: chain.adapter.spendsOutputs && (await isSpent(transaction, chain.id, transfer)),
        })
        .execute();
      if (own === undefined || transfer.from === hotWallet || (await this.#isRest(transaction, transfer))) continue;
      const protocol = this.#protocol(transfer);
      const byMemo = userOfMemo(transfer.memo);
      const user = own.user ?? (byMemo !== null && named.has(byMemo) ? byMemo : null);
      if (protocol !== null) await this.#recordDeposit(transaction, { block, user, protocol, transfer });
    }
  }

  /** Whether an own payment from a deposit address pays what is left of its outputs, which were deposited before. */
  async #isRest(transaction: Transaction<Schema>, { tx }: ChainTransfer): Promise<boolean> {
    if (!this.#parts.chain.adapter.spendsOutputs) return false;
    const own = await transaction
      .selectFrom('attempts')
      .innerJoin('outgoing', 'outgoing.id', 'attempts.outgoing_id')
      .select('attempts.id')
      .where('attempts.hash', '=', tx)
      .where('outgoing.wallet', '<>', 'hot')
      .executeTakeFirst();
    return own !== undefined;
  }

  #protocol({ asset }: ChainTransfer): CurrencyProtocol | null {
    const { chain, chains } = this.#parts;
    return chains.protocols.find((known) => known.chain === chain.id && known.asset === asset) ?? null;
  }

  async #recordDeposit(transaction: Transaction<Schema>, seen: SeenTransfer): Promise<void> {
    const { chain, listings, now } = this.#parts;
    const { block, protocol, transfer, user } = seen;
    const { units } = unitsFromChain(transfer.amount, protocol, listings.currency(protocol.currency));
    const amount = units > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(units);
    const rows = await depositQuery(transaction)
      .where('chain_id', '=', chain.id)
      .where('tx', '=', transfer.tx)
      .where('ordinal', '=', transfer.ordinal)
      .orderBy('id', 'desc')
      .execute();
    const place = { height: block.height, block_hash: block.hash, changed_at: now() };
    const [last] = rows.map((row) => depositOf(row));
    const hasMoved =
      last?.stage === 'orphaned' &&
      last.user === user &&
      last.amount === amount &&
      block.height <= last.height + movedWithin;
    const stage = stageOf(user, amount, protocol, chain);
    if (hasMoved) {
      const moved = last.n === null ? await this.#staged(transaction, stage) : { stage: 'creditable' as const };
      await transaction
        .updateTable('deposits')
        .set({ ...place, ...moved })
        .where('id', '=', String(last.id))
        .execute();
      return;
    }
    await transaction
      .insertInto('deposits')
      .values({
        chain_id: chain.id,
        protocol_id: protocol.id,
        tx: transfer.tx,
        ordinal: transfer.ordinal,
        user_id: user,
        address: transfer.to,
        memo: transfer.memo,
        chain_amount: String(transfer.amount),
        amount: amount ?? 0,
        created_at: now(),
        ...place,
        ...(await this.#staged(transaction, stage)),
      })
      .execute();
  }

  /** A stage with the number that it needs. */
  async #staged(transaction: Transaction<Schema>, stage: FirstStage) {
    return stage === 'creditable' ? { stage, n: await nextNumber(transaction) } : { stage };
  }
}

interface Cursor extends BlockRef {
  readonly halted: string | null;
}

interface SeenTransfer {
  readonly block: ChainBlock;
  readonly transfer: ChainTransfer;
  readonly protocol: CurrencyProtocol;
  /** The user of the address, or whom the memo names; null if there is none. */
  readonly user: UserId | null;
}

type FirstStage = 'seen' | 'creditable' | 'below_minimum' | 'unattributed';

function stageOf(
  user: UserId | null,
  amount: number | null,
  { depositMin }: CurrencyProtocol,
  { creditAfter }: OpenChain,
): FirstStage {
  if (user === null || amount === null) return 'unattributed';
  if (amount < depositMin) return 'below_minimum';
  return creditAfter === 1 ? 'creditable' : 'seen';
}

/** Whether a payment spends an output, which may be in its second block after a reorganization. */
async function isSpent(
  transaction: Transaction<Schema>,
  chain: number,
  { ordinal, tx }: ChainTransfer,
): Promise<boolean> {
  const spent = await transaction
    .selectFrom('spent_outputs')
    .select('outgoing_id')
    .where('chain_id', '=', chain)
    .where('tx', '=', tx)
    .where('output', '=', ordinal)
    .executeTakeFirst();
  return spent !== undefined;
}
