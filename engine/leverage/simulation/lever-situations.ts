import type { Event } from '../../event.ts';

/** Situations that runs must reach, which the types of their events do not show. */
export const situations = [
  'deficit',
  'deficit:insured',
  'claim',
  'claim:grown',
  'claim:of_cover',
  'liquidation:several_pairs',
  'liquidation:partial',
  'debt',
] as const;

/** The situations in the events of a command, each as often as it occurs. */
export function leverSituations(events: readonly Event[]): (typeof situations)[number][] {
  const found: (typeof situations)[number][] = [];
  const pairs = new Set<string>();
  const claims = new Set<string>();
  for (const event of events) {
    if (event.type === 'credit_reversed' && event.debt > 0) found.push('debt');
    if (event.type === 'lever_liquidated') {
      const own = [...pairs].filter((pair) => pair.startsWith(`${event.user} ${event.currency} `));
      if (own.length > 1) found.push('liquidation:several_pairs');
      if (event.margins > 0) found.push('liquidation:partial');
      for (const pair of own) pairs.delete(pair);
    }
    if (event.type !== 'lever_closed') continue;
    const { user, currency, market, reason, deficit, insured, unpaid } = event;
    const pair = `${user} ${currency} ${market}`;
    if (reason === 'liquidation' || reason === 'cover') pairs.add(pair);
    if (deficit > 0) found.push(insured > 0 ? 'deficit:insured' : 'deficit');
    if (unpaid === 0) continue;
    found.push('claim');
    if (claims.has(pair)) found.push('claim:grown');
    if (reason === 'cover') found.push('claim:of_cover');
    claims.add(pair);
  }
  return found;
}
