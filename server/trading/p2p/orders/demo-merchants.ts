import type { UserId } from '@bourse/engine';
import { sql } from 'kysely';
import sharp from 'sharp';
import { inTransaction, safeInteger } from '../../../ground/database/index.ts';
import { escrowView, type EscrowState } from '../../../ground/feed/index.ts';
import type { OrderParts } from './order-parts.ts';
import { attachToOrder } from './order-store.ts';
import { sha256 } from './stored-order.ts';

const everyMs = 2_000;
/** A merchant acts after 20 to 60 seconds, by the number of the order. */
const delays = { leastMs: 20_000, mostMs: 60_000 };
/** Unread messages that one round answers. */
const answersPerRound = 20;

type DemoParts = Pick<
  OrderParts,
  'background' | 'chat' | 'core' | 'identityDb' | 'images' | 'now' | 'shop' | 'store' | 'views'
> & {
  /** Whether a merchant never releases, so that a demo can show an appeal. */
  readonly neverReleases: (user: UserId) => boolean;
};

/** Lets the merchants of a demo act: they pay, release and answer like people. */
export function declareDemoMerchants(parts: DemoParts): void {
  parts.background.work('p2p: act for the merchants of the demo', { everyMs, needsClock: true }, async () => {
    await act(parts);
    await answer(parts);
  });
}

async function act(parts: DemoParts): Promise<void> {
  const { core, neverReleases, shop, views } = parts;
  for (const escrow of escrowView.of(views).open()) {
    const { buyer, maker, n, seller, step } = escrow;
    if (!shop.isDemoMerchant(maker) || !isDue(parts, escrow)) continue;
    const isWaiting = step === 'paid' || step === 'delayed';
    if (maker === seller && isWaiting && !neverReleases(seller)) {
      await core.submit({ type: 'release_escrow', user: seller, n, requestKey: null });
    } else if (maker === buyer && step === 'created') await pay(parts, escrow);
  }
}

function isDue({ now }: DemoParts, { n, openedAtMs, paidAtMs }: EscrowState): boolean {
  const { leastMs, mostMs } = delays;
  // Spread over the numbers, the same in every round.
  const delayMs = leastMs + ((Number(n) * 7_919) % (mostMs - leastMs));
  return now() >= (paidAtMs ?? openedAtMs) + delayMs;
}

/** Marks an order as paid with a drawn voucher. */
async function pay({ core, identityDb, images, now, store }: DemoParts, { buyer, n }: EscrowState): Promise<void> {
  const order = await store.find(n);
  const method = order?.deal.payees[0]?.id;
  if (order === null || method === undefined) return;
  const drawn = await sharp({ create: { width: 64, height: 64, channels: 3, background: colourOf(order.reference) } })
    .jpeg()
    .toBuffer({ resolveWithObject: true });
  const { data: bytes, info } = drawn;
  const hash = sha256(bytes);
  const isStored = await inTransaction(identityDb, async (transaction) => {
    const { count } = await transaction
      .selectFrom('p2p_vouchers')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('order_id', '=', String(n))
      .executeTakeFirstOrThrow();
    return safeInteger(count) > 0;
  });
  if (!isStored) {
    const image = await images.add(buyer, { bytes, width: info.width, height: info.height });
    if (typeof image !== 'string') return;
    await inTransaction(identityDb, async (transaction) => {
      const attached = await attachToOrder(images, transaction, image, { order: n, user: buyer, kind: 'voucher' });
      if (typeof attached !== 'string') return;
      const voucher = { order_id: n, kind: 'paid', hash, image_id: attached, method_id: method } as const;
      await transaction
        .insertInto('p2p_vouchers')
        .values({ ...voucher, filed_at: now() })
        .execute();
    });
  }
  await core.submit({ type: 'pay_escrow', user: buyer, n, voucher: hash, requestKey: null });
}

function colourOf(reference: string): string {
  return `#${reference}`;
}

/** The only answer of a merchant of the demo. */
const reply = 'Hello! I am a program of this demo and cannot read messages. No real money is paid here.';

/** Answers the first message in each chat. */
async function answer({ chat, identityDb, now, shop, store, views }: DemoParts): Promise<void> {
  const open = escrowView
    .of(views)
    .open()
    .filter(({ maker }) => shop.isDemoMerchant(maker));
  if (open.length === 0) return;
  const rows = await identityDb
    .selectFrom('p2p_orders as o')
    .select('o.id')
    .where(
      'o.id',
      'in',
      open.map(({ n }) => String(n)),
    )
    .where(
      sql<boolean>`exists (select from p2p_messages m
        where m.order_id = o.id and m.kind = 'user' and m.author_id <> o.maker_id)`,
    )
    .where(
      sql<boolean>`(select count(*) from p2p_messages m
        where m.order_id = o.id and m.kind = 'user' and m.author_id = o.maker_id
          and m.i > (select min(f.i) from p2p_messages f
            where f.order_id = o.id and f.kind = 'user' and f.author_id <> o.maker_id)) = 0`,
    )
    .limit(answersPerRound)
    .execute();
  for (const row of rows) {
    const order = await store.find(safeInteger(row.id));
    if (order === null) continue;
    const message = { author: order.maker, kind: 'user', atMs: now(), content: { text: reply } } as const;
    const said = await inTransaction(identityDb, (transaction) => chat.add(transaction, order.id, message));
    chat.announce(order, said);
  }
}
