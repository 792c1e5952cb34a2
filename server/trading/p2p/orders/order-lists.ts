import { legalOrder, legalOrders, type LegalOrder, legalStatus, shopOrder, shopOrders } from '@bourse/contract/p2p';
import type { UserId } from '@bourse/engine';
import { escrowView } from '../../../ground/feed/index.ts';
import { done, type Gateway, pageOf, type Paging, readPaging, refused } from '../../../ground/gateway/index.ts';
import type { OrderParts } from './order-parts.ts';
import { ordersWith, type Part } from './order-records.ts';
import { statusOf } from './order-state.ts';
import { roleOf } from './stored-order.ts';
import { detailOnWire, ordersOnWire } from './wire.ts';

/** Serves the orders of a user: those that were taken, and those on own ads. */
export function registerOrderLists(gateway: Gateway, parts: OrderParts): void {
  gateway.member(legalOrders, async (input, { user }) => list(parts, user, 'taker', input));
  gateway.member(shopOrders, async (input, { user }) => list(parts, user, 'maker', input));

  gateway.member(legalOrder, async (input, { language, user }) => {
    const own = await parts.reader.own(user, Number(input.id));
    if (own === null) return refused('escrow_unknown');
    return done(await detailOnWire(parts, own, language), { sequence: own.sequence });
  });

  gateway.member(shopOrder, async (input, { language, user }) => {
    const own = await parts.reader.own(user, Number(input.id));
    if (own === null || own.order.maker !== user) return refused('escrow_unknown');
    return done(await detailOnWire(parts, own, language), { sequence: own.sequence });
  });
}

interface ListInput {
  readonly status?: number | string | undefined;
  readonly page?: number | string;
  readonly limit?: number | string;
}

async function list(parts: OrderParts, user: UserId, part: Part, input: ListInput) {
  const paging = readPaging(input);
  if (!paging.ok) return paging;
  const status = input.status === undefined ? null : Number(input.status);
  if (status !== null && (status < 1 || status > 7)) {
    return refused('invalid_request', { field: 'status', problem: 'range' });
  }
  const { sequence } = parts.views;
  const { ns, total } = await numbersOf(parts, user, part, status, paging);
  const found = await parts.reader.findAll(ns);
  const owns = ns.flatMap((n) => {
    const one = found.get(n);
    const role = one === undefined ? null : roleOf(one.order, user);
    return one === undefined || role === null ? [] : [{ ...one, user, role }];
  });
  const rows: LegalOrder[] = await ordersOnWire(parts, owns);
  return done(pageOf(rows, total, paging), { sequence });
}

/** The numbers of the orders of a page, and how many there are: open ones from the view, ended ones from their ends. */
async function numbersOf(
  { db, views }: OrderParts,
  user: UserId,
  part: Part,
  status: number | null,
  { limit, offset }: Paging,
): Promise<{ readonly ns: readonly number[]; readonly total: number }> {
  const query = { user, part, upTo: views.sequence, offset, limit };
  switch (status) {
    case null:
      return ordersWith(db, { ...query, steps: ['opened', 'reopened'] });
    case legalStatus.completed:
      return ordersWith(db, { ...query, steps: ['released'] });
    case legalStatus.cancelled:
      return ordersWith(db, { ...query, steps: ['returned'] });
    default: {
      const open = escrowView
        .of(views)
        .ofUser(user)
        .filter((escrow) => (escrow.maker === user) === (part === 'maker') && isOf(statusOf(escrow), status))
        .map(({ n }) => Number(n));
      return { ns: open.slice(offset, offset + limit), total: open.length };
    }
  }
}

/** An abnormal order is in appeal as well. */
function isOf(status: number, wanted: number): boolean {
  return status === wanted || (wanted === legalStatus.appeal && status === legalStatus.abnormal);
}
