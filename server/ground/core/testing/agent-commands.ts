import type { Command } from '@bourse/engine';
import { attachmentNumber, dayOf } from '@bourse/engine/agents';
import { alice, bob, btc, usdt } from './commands.ts';

const attachment = attachmentNumber(1);

/** Bob has the agent Alice. */
export const attachedUser: Command = { type: 'attach_agent', attachment, user: bob, agent: alice, sharePpm: 500_000 };

/** The payments of the commission of the day of a time, in each currency of the market; one has no fees. */
export function commissionOf(timeMs: number): readonly Command[] {
  const terms = { attachment, day: dayOf(timeMs), maximum: null };
  return [btc, usdt].map((currency, at) => ({ type: 'pay_commission', ...terms, currency, n: at + 1 }));
}
