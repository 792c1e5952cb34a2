import { setTimeout as pause } from 'node:timers/promises';
import { conforms, header } from '@bourse/contract';
import { buyAdd, sellAdd } from '@bourse/contract/spot';
import type { Client } from '@bourse/e2e/client';
import { Type } from 'typebox';

const Placed = Type.Object({ code: Type.Literal(1), sequence: Type.Integer() });

/** A placed order: the sequence in its answer, and its response time. */
export interface PlacedOrder {
  readonly sequence: number;
  readonly tookMs: number;
}

/**
 * Trades in the market that the clients follow, at a fixed rate per second with alternating sides. Each order takes a
 * little from the best level, and so changes the book, the trades, the ticker and the candle. Returns the orders by
 * sequence.
 *
 * @throws Error when an order is refused
 */
export async function trade(taker: Client, seconds: number, rate: number): Promise<PlacedOrder[]> {
  const startMs = performance.now();
  const outstanding: Promise<PlacedOrder>[] = [];
  for (let order = 0; order < seconds * rate; order += 1) {
    const waitMs = (order * 1_000) / rate - (performance.now() - startMs);
    if (waitMs > 0) await pause(waitMs);
    outstanding.push(place(taker, order % 2 === 0));
  }
  return (await Promise.all(outstanding)).toSorted((a, b) => a.sequence - b.sequence);
}

async function place(taker: Client, buys: boolean): Promise<PlacedOrder> {
  const startMs = performance.now();
  const response = await fetch(new URL(`/api/${(buys ? buyAdd : sellAdd).path}`, taker.url), {
    method: 'POST',
    headers: { [header.session]: taker.token, 'content-type': 'application/json' },
    body: JSON.stringify({
      currency_match_id: 1,
      number: '0.001',
      time_in_force: 'ioc',
      price: buys ? '20100' : '19900',
    }),
  });
  const answer: unknown = await response.json();
  if (!conforms(Placed, answer)) throw new Error(`An order was refused: ${JSON.stringify(answer)}`);
  return { sequence: answer.sequence, tookMs: performance.now() - startMs };
}
