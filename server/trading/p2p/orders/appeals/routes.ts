import { imageIdOf } from '@bourse/contract/images';
import {
  appealReasonsOf,
  legalAppeal,
  legalAppealWithdraw,
  legalEvidence,
  legalStatus,
  p2pLimits,
  shopAbnormal,
} from '@bourse/contract/p2p';
import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../../ground/database/index.ts';
import { done, type Gateway, refused, type Refused } from '../../../../ground/gateway/index.ts';
import { answerOrder, stateRefusal, submitAction } from '../actions.ts';
import type { OrderParts } from '../order-parts.ts';
import type { OwnOrder } from '../order-reader.ts';
import { attachToOrder } from '../order-store.ts';
import { detailOnWire } from '../wire.ts';
import { addEvidence, appealsOf, evidenceOf, lockOpenAppeal } from './appeal-store.ts';
import { appealTimes } from './follow-appeal.ts';
import type { AppealCause } from '@bourse/contract/p2p';

/** Texts that one side may add to an appeal. */
const textsPerSide = 20;
const minuteMs = 60_000;

/** Serves appeals to both sides of an order. */
export function registerAppeals(gateway: Gateway, parts: OrderParts): void {
  gateway.member(legalAppeal, async (input, member) => {
    const own = await parts.reader.own(member.user, Number(input.id));
    if (own === null) return refused('escrow_unknown');
    const reasons: readonly string[] = appealReasonsOf[own.role];
    if (!reasons.includes(input.reason)) {
      return refused('invalid_request', { field: 'reason', problem: 'unknown' });
    }
    const content = input.content.trim();
    if (content === '') return refused('invalid_request', { field: 'content', problem: 'minLength' });
    // The command decides; nothing is stored for one that must be refused.
    const earlyMs = (own.state.appealFromMs ?? 0) - parts.now();
    if (earlyMs > 0) return refused('appeal_early', { minutes: Math.ceil(earlyMs / minuteMs) });
    const asked = await ask(parts, own, { reason: input.reason, content, images: input.images ?? [] });
    if (asked !== null) return asked;
    const { requestKey, user } = member;
    const command = { type: 'appeal_escrow', user, n: own.order.id, requestKey } as const;
    const taken = await submitAction(parts, member, command);
    if (taken.type === 'taken') return answerOrder(parts, member, own.order.id, taken);
    const { rejection } = taken;
    if (rejection.reason !== 'appeal_early') return stateRefusal(parts, own.order.id, rejection);
    return refused('appeal_early', { minutes: Math.ceil(rejection.leftMs / minuteMs) });
  });

  gateway.member(shopAbnormal, async (input, member) => {
    const own = await parts.reader.own(member.user, Number(input.id));
    // The orders of an owner of ads are those on the own ads.
    if (own === null || own.order.maker !== member.user) return refused('escrow_unknown');
    const asked = await ask(parts, own, { reason: input.reason, content: input.content?.trim() ?? '', images: [] });
    if (asked !== null) return refused('escrow_state', { status: own.state.status });
    const { requestKey, user } = member;
    const command = { type: 'mark_escrow_abnormal', user, n: own.order.id, requestKey } as const;
    const taken = await submitAction(parts, member, command);
    return taken.type === 'taken'
      ? answerOrder(parts, member, own.order.id, taken)
      : stateRefusal(parts, own.order.id, taken.rejection);
  });

  gateway.member(legalAppealWithdraw, async (input, member) => {
    const own = await parts.reader.own(member.user, Number(input.id));
    if (own === null) return refused('escrow_unknown');
    const isLast = own.state.appealBy === member.user && (await hasLastAppeal(parts, own));
    if (isLast) return refused('escrow_state', { status: own.state.status });
    const { requestKey, user } = member;
    const command = { type: 'withdraw_escrow_appeal', user, n: own.order.id, requestKey } as const;
    const taken = await submitAction(parts, member, command);
    return taken.type === 'taken'
      ? answerOrder(parts, member, own.order.id, taken)
      : stateRefusal(parts, own.order.id, taken.rejection);
  });

  gateway.member(legalEvidence, async (input, { language, user }) => {
    const own = await parts.reader.own(user, Number(input.id));
    if (own === null) return refused('escrow_unknown');
    const content = input.content.trim();
    if (content === '') return refused('invalid_request', { field: 'content', problem: 'minLength' });
    const added = await add(parts, own, content, input.images ?? []);
    if (added !== null) return added;
    const after = await parts.reader.own(user, own.order.id);
    if (after === null) return refused('escrow_unknown');
    return done(await detailOnWire(parts, after, language), { sequence: after.sequence });
  });
}

/** Whether a side has opened as many appeals about an order as it may. */
async function hasLastAppeal({ identityDb }: OrderParts, { order, role }: OwnOrder): Promise<boolean> {
  const appeals = await appealsOf(identityDb, order.id);
  return appeals.filter(({ openedBy }) => openedBy === role).length >= p2pLimits.appealsPerSide;
}

interface Asked {
  readonly reason: AppealCause;
  readonly content: string;
  readonly images: readonly string[];
}

/**
 * Stores what a side writes before its appeal is opened, in place of what it wrote for one that was refused. The
 * event of the command makes it the first evidence.
 */
async function ask(parts: OrderParts, own: OwnOrder, { content, images, reason }: Asked): Promise<ImageRefusal | null> {
  const { box, identityDb, now } = parts;
  const { order, role, state, user } = own;
  // The command is refused; a repeated one has been stored.
  if (state.status !== legalStatus.paid && state.status !== legalStatus.delayed) return null;
  const id = Number(order.id);
  return undone(
    inTransaction(identityDb, async (transaction) => {
      await parts.store.lock(transaction, id);
      const before = await transaction
        .selectFrom('p2p_appeals')
        .select('id')
        .where('order_id', '=', String(id))
        .where('opened_by', '=', role)
        .where('sequence', 'is', null)
        .execute();
      for (const { id: old } of before) {
        await transaction.deleteFrom('p2p_evidence').where('appeal_id', '=', old).execute();
        await transaction.deleteFrom('p2p_appeals').where('id', '=', old).execute();
      }
      const nowMs = now();
      const row = { order_id: id, sequence: null, opened_by: role, reason, ...appealTimes(nowMs) };
      const added = await transaction.insertInto('p2p_appeals').values(row).returning('id').executeTakeFirstOrThrow();
      if (content === '' && images.length === 0) return null;
      const attached = await attachAll(parts, transaction, { order: id, user }, images);
      if ('ok' in attached) throw new Undone(attached);
      const evidence = { author: role, content, images: attached, atMs: nowMs };
      await addEvidence(transaction, box, Number(added.id), 1, evidence);
      return null;
    }),
  );
}

/** Adds evidence to the open appeal of an order. */
async function add(
  parts: OrderParts,
  { order, role, state, user }: OwnOrder,
  content: string,
  images: readonly string[],
): Promise<Refused<'escrow_state' | 'evidence_full' | 'image_unknown'> | null> {
  const { box, chat, identityDb, now } = parts;
  const id = Number(order.id);
  const said = await undone(
    inTransaction(identityDb, async (transaction) => {
      await parts.store.lock(transaction, id);
      const appeal = await lockOpenAppeal(transaction, id);
      if (appeal === null) return refused('escrow_state', { status: state.status });
      const evidence = await evidenceOf(transaction, box, appeal.id);
      const own = evidence.filter(({ author }) => author === role);
      const pictures = own.reduce((sum, one) => sum + one.images.length, 0);
      if (own.length >= textsPerSide) return refused('evidence_full', { maximum: textsPerSide });
      if (pictures + images.length > p2pLimits.evidenceImages) {
        return refused('evidence_full', { maximum: p2pLimits.evidenceImages });
      }
      const attached = await attachAll(parts, transaction, { order: id, user }, images);
      if ('ok' in attached) throw new Undone(attached);
      const atMs = now();
      const n = (evidence.at(-1)?.n ?? 0) + 1;
      await addEvidence(transaction, box, appeal.id, n, { author: role, content, images: attached, atMs });
      await transaction
        .updateTable('p2p_appeals')
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('id', '=', String(appeal.id))
        .execute();
      return chat.addLine(transaction, id, 'evidence', atMs);
    }),
  );
  if ('ok' in said) return said;
  chat.announce(order, said);
  return null;
}

type ImageRefusal = Refused<'evidence_full' | 'image_unknown'>;

/** Makes images evidence. Those of requests that were refused remain part of the order, so all are counted. */
async function attachAll(
  { images: store }: OrderParts,
  transaction: Transaction<Schema>,
  { order, user }: { readonly order: number; readonly user: UserId },
  urls: readonly string[],
): Promise<string[] | ImageRefusal> {
  const ids: string[] = [];
  for (const url of urls) {
    const id = imageIdOf(url);
    const attached =
      id === null || ids.includes(id)
        ? refused('image_unknown')
        : await attachToOrder(store, transaction, id, { order, user, kind: 'evidence' });
    if (typeof attached !== 'string') return attached;
    ids.push(attached);
  }
  const { count } = await transaction
    .selectFrom('p2p_images')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('order_id', '=', String(order))
    .where('owner_id', '=', String(user))
    .where('kind', '=', 'evidence')
    .executeTakeFirstOrThrow();
  const maximum = p2pLimits.orderImages;
  return safeInteger(count) > maximum ? refused('evidence_full', { maximum }) : ids;
}

/** Rolls a transaction back and carries the refusal out of it. */
class Undone extends Error {
  readonly refusal: ImageRefusal;

  constructor(refusal: ImageRefusal) {
    super('Nothing was stored.');
    this.refusal = refusal;
  }
}

async function undone<Result>(work: Promise<Result>): Promise<Result | ImageRefusal> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Undone) return error.refusal;
    throw error;
  }
}
