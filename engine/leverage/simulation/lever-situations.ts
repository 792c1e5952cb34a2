import type { Event, EventNamed } from '../../event.ts';

/** Situations that runs must reach, which the types of their events do not show. */
export const situations = [
  'deficit',
  'deficit:insured',
  'claim',
  'claim:grown',
  'claim:of_cover',
  'claim:paid_in_part',
  'offset:in_part',
  'offset:several_pairs',
  'liquidation:several_pairs',
  'liquidation:partial',
  'debt',
] as const;

type Situation = (typeof situations)[number];

/** Finds the situations in the events of a run. */
export class LeverSituations {
  /** "user currency market" of the claims that are not settled. */
  readonly #claims = new Set<string>();

  /** The situations in the events of a command, each as often as it occurs. */
  of(events: readonly Event[]): Situation[] {
    const found: Situation[] = [];
    const closed = new Set<string>();
    const losses = new Set<number>();
    for (const event of events) {
      if (event.type === 'credit_reversed' && event.debt > 0) found.push('debt');
      else if (event.type === 'lever_liquidated') found.push(...liquidated(event, closed));
      else if (event.type === 'lever_claim_offset') {
        if (event.left > 0) found.push('offset:in_part');
        if (losses.has(event.loss)) found.push('offset:several_pairs');
        losses.add(event.loss);
        this.#settle(event);
      } else if (event.type === 'lever_claim_paid') {
        if (event.left > 0) found.push('claim:paid_in_part');
        this.#settle(event);
      } else if (event.type === 'lever_closed') {
        if (event.reason === 'liquidation' || event.reason === 'cover') closed.add(keyOf(event));
        found.push(...this.#close(event));
      }
    }
    return found;
  }

  #close(event: EventNamed<'lever_closed'>): Situation[] {
    const { reason, deficit, insured, unpaid } = event;
    const found: Situation[] = [];
    if (deficit > 0) found.push(insured > 0 ? 'deficit:insured' : 'deficit');
    if (unpaid === 0) return found;
    found.push('claim');
    if (this.#claims.has(keyOf(event))) found.push('claim:grown');
    if (reason === 'cover') found.push('claim:of_cover');
    this.#claims.add(keyOf(event));
    return found;
  }

  #settle(event: EventNamed<'lever_claim_offset' | 'lever_claim_paid'>): void {
    if (event.left === 0) this.#claims.delete(keyOf(event));
  }
}

function liquidated(event: EventNamed<'lever_liquidated'>, closed: Set<string>): Situation[] {
  const found: Situation[] = [];
  const own = [...closed].filter((pair) => pair.startsWith(`${event.user} ${event.currency} `));
  if (own.length > 1) found.push('liquidation:several_pairs');
  if (event.margins > 0) found.push('liquidation:partial');
  for (const pair of own) closed.delete(pair);
  return found;
}

function keyOf({ user, currency, market }: { user: number; currency: number; market: number }): string {
  return `${user} ${currency} ${market}`;
}
