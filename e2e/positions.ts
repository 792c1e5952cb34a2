import {
  cancelLever,
  closeLever,
  leverType,
  ownLever,
  reverseLever,
  setLeverStops,
  submitLever,
  type LeverPosition,
} from '@bourse/contract/leverage';
import type { Client } from './client.ts';
import { everyPage } from './every-page.ts';
import type { Records } from './records.ts';
import { tradePassword } from './verified-user.ts';

/** A request about a position. The key makes repeated requests the same one. */
export type PositionRequest =
  | {
      readonly kind: 'market' | 'limit';
      readonly key: string;
      readonly market: number;
      readonly type: LeverPosition['type'];
      readonly share: number;
      readonly multiple: number;
      readonly target: string;
    }
  | { readonly kind: 'cancel' | 'close' | 'reverse'; readonly key: string; readonly id: number }
  | { readonly kind: 'stops'; readonly key: string; readonly id: number; readonly takeProfit: string };
export type Positions = Records<PositionRequest, LeverPosition>;

export async function requestPosition(client: Client, request: PositionRequest): Promise<LeverPosition> {
  const { key } = request;
  switch (request.kind) {
    case 'market':
    case 'limit': {
      const { market, type, share, multiple, target } = request;
      const order = { currency_match_id: market, type, share, multiple, pay_password: tradePassword };
      const price = request.kind === 'limit' ? { status: 0, target_price: target } : { status: 1 };
      return client.call(submitLever, { ...order, ...price }, key);
    }
    case 'cancel':
      return client.call(cancelLever, { id: request.id }, key);
    case 'close':
      return client.call(closeLever, { id: request.id }, key);
    case 'reverse':
      return client.call(reverseLever, { id: request.id }, key);
    case 'stops':
      return client.call(setLeverStops, { id: request.id, target_profit_price: request.takeProfit }, key);
  }
}

/**
 * Usually a new order, often at a multiple that small changes of the index liquidate; otherwise the end of an earlier
 * one, or a stop near its price. Prices are those of `startMoving`.
 */
export function randomPosition(key: string, { made }: Positions, random: () => number): PositionRequest {
  const one = made[Math.floor(random() * made.length * 2)]?.answer;
  if (one !== undefined) {
    const kind = random();
    if (kind < 0.3) return { kind: 'close', key, id: one.id };
    if (kind < 0.5) return { kind: 'reverse', key, id: one.id };
    if (kind < 0.7) return { kind: 'cancel', key, id: one.id };
    const away = 1 + (one.type === leverType.long ? 1 : -1) * random() * 0.01;
    return { kind: 'stops', key, id: one.id, takeProfit: (Number(one.price) * away).toFixed(2) };
  }
  const isLong = random() < 0.5;
  const [market, price] = random() < 0.5 ? [1, 60_000] : [2, 3000];
  // The swings of the index cost more than the account has.
  const isReckless = random() < 0.5;
  return {
    kind: random() < 0.7 ? 'market' : 'limit',
    key,
    market,
    type: isLong ? leverType.long : leverType.short,
    share: isReckless ? 300 + Math.floor(random() * 500) : 1 + Math.floor(random() * 200),
    multiple: isReckless ? 100 : ([5, 50, 100, 200][Math.floor(random() * 4)] ?? 5),
    target: (price * (1 + (isLong ? -1 : 1) * random() * 0.01)).toFixed(2),
  };
}

/** The terms of a position, which never change. */
export function positionTerms({ id, type, kind, time, ...position }: LeverPosition): unknown {
  const { currency_match_id: market, share, number, multiple, target_price: target, reverses } = position;
  return { id, market, type, kind, share, number, multiple, target, time, reverses };
}

/** All positions and orders of a user, by id. They are read in the order of their lives, so that none is missed. */
export async function allPositions(client: Client): Promise<Map<number, LeverPosition>> {
  const found = new Map<number, LeverPosition>();
  const [ordered, held, closed] = [6, 1, 3];
  for (const status of [ordered, held, closed]) {
    for (const position of await everyPage((page) => client.call(ownLever, { status, page, limit: 100 }))) {
      found.set(position.id, position);
    }
  }
  return found;
}

/**
 * Compares a user's positions with the acknowledged ones: each is listed with its terms, and no other except those that
 * reverse one. Returns a sentence for each difference.
 */
export function positionDifferences({ made }: Positions, listed: ReadonlyMap<number, LeverPosition>): string[] {
  const found: string[] = [];
  const ordered = new Set<number>();
  const reversed = new Set<number>();
  for (const { request, answer } of made) {
    if (request.kind === 'market' || request.kind === 'limit') ordered.add(answer.id);
    if (request.kind === 'reverse') reversed.add(request.id);
    const now = listed.get(answer.id);
    const [first, last] = [answer, now].map((one) =>
      one === undefined ? 'missing' : JSON.stringify(positionTerms(one)),
    );
    if (first !== last) found.push(`position ${answer.id} was answered as ${first} and is ${last}`);
  }
  for (const position of listed.values()) {
    const { id, reverses } = position;
    if (reverses === null ? !ordered.has(id) : !reversed.has(reverses)) {
      found.push(`position ${id} was never ordered: ${JSON.stringify(position)}`);
    }
  }
  return found;
}
