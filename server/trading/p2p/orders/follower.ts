import type { ChatEvent } from '@bourse/contract/p2p';
import type { Selectable, Transaction } from 'kysely';
import { NextDue, type Work } from '../../../ground/background/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { escrowView } from '../../../ground/feed/index.ts';
import type { With } from '../../../ground/parts.ts';
import { orderOfAd } from '../shop/ad.ts';
import type { ShopPort } from '../shop/ports.ts';
import { noteAppealed, noteEnded, noteReopened } from './appeals/follow-appeal.ts';
import type { Chat, ChatMessage } from './chat/chat.ts';
import type { OrderStore } from './order-store.ts';
import type { Order } from './stored-order.ts';

const everyMs = 5_000;
/** Commands that one round follows. */
const perRound = 200;

export interface FollowerParts extends With<'background' | 'db' | 'identityDb' | 'views'> {
  readonly chat: Chat;
  readonly shop: Pick<ShopPort, 'adChanged'>;
  readonly store: OrderStore;
  /** Called after each order that was followed. */
  readonly followed: (order: Order) => void;
}

type Step = Selectable<Schema['escrows']>;

/** A new line of the chat of an order. */
type Said = readonly [Pick<Order, 'buyer' | 'id' | 'seller'>, ChatMessage];

/**
 * Follows the events of escrows in the order of their commands, each once: lines of the chats, appeals, and coins of
 * ads. The rows that it has stored say how far it is, so a stop of the server loses and repeats nothing.
 */
export class EscrowFollower {
  readonly #parts: FollowerParts;
  readonly #work: Work;
  #sequence = 0;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    const { background, views } = parts;
    const terms = { everyMs, atOnce: true };
    this.#work = background.work('p2p: follow escrows', terms, (signal) => this.#round(signal));
    let isWoken = false;
    escrowView.of(views).onChanged(() => {
      if (isWoken) return;
      isWoken = true;
      // After all views have read the command.
      setImmediate(() => {
        isWoken = false;
        this.#work.wake();
      });
    });
  }

  /** Resolves when the commands up to a sequence are followed, or cannot be at present. */
  async caughtUp(sequence: number): Promise<void> {
    for (let tries = 0; tries < 3 && this.#sequence < sequence; tries += 1) await this.#work.run();
  }

  async #round(signal: AbortSignal): Promise<NextDue> {
    const { db, identityDb, views } = this.#parts;
    const { sequence: upTo } = views;
    const { sequence: from } = await identityDb.selectFrom('p2p_progress').select('sequence').executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom('escrows')
      .selectAll()
      .where('sequence', '>', from)
      .where('sequence', '<=', String(upTo))
      .orderBy('sequence')
      .orderBy('ordinal')
      .orderBy('n')
      .limit(perRound)
      .execute();
    const isAll = rows.length < perRound;
    // The last command may have more rows than were read.
    const last = isAll ? null : (rows.at(-1)?.sequence ?? null);
    const whole = last === null ? rows : rows.filter(({ sequence }) => sequence !== last);
    const complete = whole.length === 0 && last !== null ? await this.#allOf(last) : whole;
    for (const [sequence, steps] of Map.groupBy(complete, (row) => row.sequence)) {
      if (signal.aborted) break;
      await this.#follow(safeInteger(sequence), steps);
    }
    if (isAll && !signal.aborted) this.#sequence = Math.max(this.#sequence, upTo);
    return new NextDue(isAll ? everyMs : 0);
  }

  async #allOf(sequence: string): Promise<Step[]> {
    return this.#parts.db
      .selectFrom('escrows')
      .selectAll()
      .where('sequence', '=', sequence)
      .orderBy('ordinal')
      .orderBy('n')
      .execute();
  }

  async #follow(sequence: number, steps: readonly Step[]): Promise<void> {
    const { chat, followed, identityDb, shop, store } = this.#parts;
    const said: Said[] = [];
    const changed = new Map<Order['id'], Order>();
    await inTransaction(identityDb, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('p2p_progress')
        .set({ sequence })
        .where('sequence', '<', String(sequence))
        .executeTakeFirst();
      // An interrupted round has followed it.
      if (numUpdatedRows !== 1n) return;
      for (const step of steps) {
        const order = await store.lock(transaction, safeInteger(step.n));
        // An escrow of another program.
        if (order === null) continue;
        said.push(...(await this.#store(transaction, order, step)));
        changed.set(order.id, order);
      }
    });
    this.#sequence = Math.max(this.#sequence, sequence);
    for (const [order, message] of said) chat.announce(order, message);
    for (const order of changed.values()) {
      shop.adChanged(order.ad);
      followed(order);
    }
  }

  async #store(transaction: Transaction<Schema>, order: Order, step: Step): Promise<readonly Said[]> {
    const { chat } = this.#parts;
    const atMs = safeInteger(step.time_ms);
    const { id } = order;
    await transaction
      .insertInto('p2p_steps')
      .values({
        order_id: id,
        sequence: safeInteger(step.sequence),
        ordinal: step.ordinal,
        step: step.step,
        state: step.state,
        reason: step.reason,
        actor_id: step.actor_id === null ? null : safeInteger(step.actor_id),
        counts: step.counts,
        at: atMs,
      })
      .execute();
    await this.#effects(transaction, order, step);
    const said: Said[] = [[order, await chat.addLine(transaction, id, lineOf(step), atMs)]];
    if (step.step === 'reopened' && order.previous !== null) {
      const line = await chat.addLine(transaction, order.previous, 'reopened', atMs);
      said.push([{ ...order, id: order.previous }, line]);
    }
    const { autoReply } = order.deal;
    if (step.step === 'opened' && autoReply !== '') {
      const reply = { author: order.maker, kind: 'user', atMs, content: { text: autoReply } } as const;
      said.push([order, await chat.add(transaction, id, reply)]);
    }
    return said;
  }

  async #effects(transaction: Transaction<Schema>, order: Order, step: Step): Promise<void> {
    const sequence = safeInteger(step.sequence);
    const atMs = safeInteger(step.time_ms);
    const opened = { order: order.id, sequence, atMs };
    switch (step.step) {
      case 'opened':
        await markOpen(transaction, order);
        return;
      case 'reopened':
        await markOpen(transaction, order);
        await countReopened(transaction, order, step.offer !== null);
        if (order.previous !== null) await noteReopened(transaction, order.previous, atMs);
        return;
      case 'appealed': {
        const by = step.actor_id === null ? null : step.actor_id === step.buyer_id ? 'buyer' : 'seller';
        await noteAppealed(transaction, { ...opened, by, reason: step.reason });
        return;
      }
      case 'withdrawn':
        await noteEnded(transaction, order, { atMs, outcome: 'withdrawn' });
        return;
      case 'released':
        if (order.inAd) await orderOfAd.sold(transaction, order.ad, order.amount, sequence);
        await noteEnded(transaction, order, { atMs, outcome: step.reason === 'resolved' ? 'released' : 'conceded' });
        return;
      case 'returned':
        if (order.inAd) await orderOfAd.returned(transaction, order.ad, order.amount, sequence);
        await noteEnded(transaction, order, { atMs, outcome: step.reason === 'resolved' ? 'refunded' : 'conceded' });
        return;
      case 'cancel_asked':
      case 'paid':
      case 'delayed':
    }
  }
}

/** Notes that an order has an escrow, also if its first request seemed to be refused. */
export async function markOpen(transaction: Transaction<Schema>, order: Order): Promise<void> {
  if (order.stage === 'open') return;
  const { numUpdatedRows } = await transaction
    .updateTable('p2p_orders')
    .set({ stage: 'open', refusal: null })
    .where('id', '=', String(order.id))
    .where('stage', '=', order.stage)
    .executeTakeFirst();
  // Its coins were given back to the ad with the refusal.
  if (numUpdatedRows === 1n && order.stage === 'void' && order.inAd) {
    await orderOfAd.opened(transaction, order.ad, order.amount);
  }
}

/**
 * Counts a reopened order in its ad exactly if the exchange has taken its coins from the offer: the ad may have had
 * other coins left when the request was stored. Fails while an order that is about to be refused counts for them; then
 * it is followed again.
 */
async function countReopened(transaction: Transaction<Schema>, order: Order, isFromOffer: boolean): Promise<void> {
  if (order.offer === null || order.inAd === isFromOffer) return;
  await transaction.updateTable('p2p_orders').set({ in_ad: isFromOffer }).where('id', '=', String(order.id)).execute();
  if (isFromOffer) await orderOfAd.opened(transaction, order.ad, order.amount);
  else await orderOfAd.returned(transaction, order.ad, order.amount);
}

/** The line of the chat about an event. */
function lineOf({ reason, step }: Step): ChatEvent {
  switch (step) {
    case 'opened':
    case 'reopened':
    case 'cancel_asked':
    case 'paid':
    case 'delayed':
    case 'withdrawn':
      return step;
    case 'appealed':
      if (reason === 'abnormal') return 'abnormal';
      if (reason === 'silence') return 'silent';
      return reason === 'appeal' ? 'appealed' : 'held';
    case 'released':
      if (reason === 'silence') return 'auto_released';
      return reason === 'resolved' ? 'decided_release' : 'released';
    case 'returned':
      return returnLine(reason);
  }
}

function returnLine(reason: Step['reason']): ChatEvent {
  if (reason === 'timeout') return 'timed_out';
  if (reason === 'cancelled' || reason === 'frozen') return reason;
  return reason === 'resolved' ? 'decided_refund' : 'refunded';
}
