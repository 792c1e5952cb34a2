import { imageIdOf } from '@bourse/contract/images';
import { legalMessages, legalRate, legalSay, legalStatus, p2pLimits } from '@bourse/contract/p2p';
import type { UserId } from '@bourse/engine';
import { type Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../../ground/database/index.ts';
import { done, type Gateway, refused, type Refused } from '../../../../ground/gateway/index.ts';
import { appealsOf } from '../appeals/appeal-store.ts';
import { chatUntil, rateUntil } from '../can.ts';
import type { OrderParts } from '../order-parts.ts';
import type { OwnOrder } from '../order-reader.ts';
import { showImage } from '../order-store.ts';
import { otherOf, sha256 } from '../stored-order.ts';
import { messageOnWire, type NewMessage } from './chat.ts';

/** A side's messages in a time. */
const bounds = { messages: 5, withinMs: 10_000 };

/** Serves the chats and ratings of orders. */
export function registerChat(gateway: Gateway, parts: OrderParts): void {
  const { chat, identityDb, now, reader } = parts;

  gateway.member(legalMessages, async (input, { user }) => {
    const own = await reader.own(user, Number(input.id));
    if (own === null) return refused('escrow_unknown');
    const { order } = own;
    const messages = await chat.read(order.id, Number(input.after ?? 0));
    const last = messages.at(-1)?.i ?? 0;
    await markRead(parts, own, last);
    return done({
      last: Math.max(last, order.messages),
      open_until: chatUntil(own),
      data: messages.map((message) => messageOnWire(message, user)),
    });
  });

  gateway.member(legalSay, async (input, { user }) => {
    const own = await reader.own(user, Number(input.id));
    if (own === null) return refused('escrow_unknown');
    if (!(await isOpen(parts, own))) return refused('chat_closed');
    const text = input.text?.trim() ?? '';
    if ((text === '') === (input.image === undefined)) return refused('chat_empty');
    const image = input.image === undefined ? null : await readImage(parts, user, input.image);
    if (image !== null && 'ok' in image) return image;
    const said = await inTransaction(identityDb, async (transaction) => {
      const id = Number(own.order.id);
      const nowMs = now();
      await parts.store.lock(transaction, id);
      const sent = await sentBy(transaction, id, user);
      if (sent.messages >= p2pLimits.chatMessages) return refused('chat_full', { maximum: p2pLimits.chatMessages });
      const often = await refusalOfOften(transaction, { id, user, nowMs });
      if (often !== null) return often;
      const message: NewMessage = { author: user, kind: 'user', atMs: nowMs, content: image ?? { text } };
      if (image === null) return chat.add(transaction, id, message);
      if (sent.images >= p2pLimits.chatImages) {
        return refused('chat_images_full', { maximum: p2pLimits.chatImages });
      }
      const attachment = { kind: 'order', owner: `order ${id}` } as const;
      const attached = await parts.images.attach(transaction, user, image.image, attachment);
      if (typeof attached !== 'string') return attached;
      await showImage(transaction, attached, { order: id, user, kind: 'message' });
      return chat.add(transaction, id, message);
    });
    if ('ok' in said) return said;
    chat.announce(own.order, said);
    return done(messageOnWire(said, user));
  });

  gateway.member(legalRate, async (input, { user }) => {
    const own = await reader.own(user, Number(input.id));
    if (own === null) return refused('escrow_unknown');
    const until = rateUntil(own);
    if (own.state.endedAtMs === null || until === null) return refused('escrow_state', { status: own.state.status });
    const nowMs = now();
    if (until <= nowMs) return refused('rating_closed', { days: p2pLimits.ratingDays });
    const text = input.text?.trim() ?? '';
    const { numInsertedOrUpdatedRows } = await identityDb
      .insertInto('p2p_ratings')
      .values({
        order_id: own.order.id,
        author_id: user,
        subject_id: otherOf(own.order, user),
        good: input.good === 1,
        text,
        created_at: nowMs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return refused('rating_exists');
    return done({ good: input.good, text, created_at: nowMs });
  });
}

/** Notes how far a side has read. */
async function markRead({ identityDb }: OrderParts, { order, role }: OwnOrder, last: number): Promise<void> {
  const row = identityDb.updateTable('p2p_orders').where('id', '=', String(order.id));
  if (role === 'buyer') await row.set({ read_buyer: last }).where('read_buyer', '<', last).execute();
  else await row.set({ read_seller: last }).where('read_seller', '<', last).execute();
}

/** Whether the chat of an order is open: until some days after its end, and as long as an appeal is. */
async function isOpen({ identityDb, now }: OrderParts, own: OwnOrder): Promise<boolean> {
  const until = chatUntil(own);
  if (until === null || until > now() || own.state.status === legalStatus.appeal) return true;
  return (await appealsOf(identityDb, own.order.id)).at(-1)?.outcome === null;
}

/** An image that a user has sent, with the hash of its content. */
export async function readImage(
  { images }: Pick<OrderParts, 'images'>,
  user: UserId,
  url: string,
): Promise<{ readonly image: string; readonly hash: string } | Refused<'image_unknown'>> {
  const id = imageIdOf(url);
  const bytes = id === null ? null : await images.readOwn(user, id);
  return id === null || bytes === null ? refused('image_unknown') : { image: id, hash: sha256(bytes) };
}

interface Writer {
  readonly id: number;
  readonly user: UserId;
  readonly nowMs: number;
}

async function refusalOfOften(
  transaction: Transaction<Schema>,
  { id, nowMs, user }: Writer,
): Promise<Refused<'chat_too_often'> | null> {
  const rows = await transaction
    .selectFrom('p2p_messages')
    .select('at')
    .where('order_id', '=', String(id))
    .where('author_id', '=', String(user))
    .where('kind', '=', 'user')
    .where('at', '>', String(nowMs - bounds.withinMs))
    .orderBy('i', 'desc')
    .limit(bounds.messages)
    .execute();
  const oldest = rows[bounds.messages - 1];
  if (oldest === undefined) return null;
  const waitMs = safeInteger(oldest.at) + bounds.withinMs - nowMs;
  return refused('chat_too_often', { seconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
}

/** The messages of a side in a chat, and the images among them. Those of the exchange and of staff are no one's. */
async function sentBy(
  transaction: Transaction<Schema>,
  id: number,
  user: UserId,
): Promise<{ readonly messages: number; readonly images: number }> {
  const { images, messages } = await transaction
    .selectFrom('p2p_messages')
    .select(({ fn }) => [fn.countAll<string>().as('messages'), fn.count<string>('image_id').as('images')])
    .where('order_id', '=', String(id))
    .where('author_id', '=', String(user))
    .where('kind', '=', 'user')
    .executeTakeFirstOrThrow();
  return { messages: safeInteger(messages), images: safeInteger(images) };
}
