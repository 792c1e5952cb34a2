import { absent } from '../absent.ts';
import { section } from '../capability.ts';
import { venue } from '../identifiers.ts';
import { invariant } from '../invariant.ts';
import { accountType } from '../ledger/account.ts';
import type { Capability } from '../capability.ts';
import type { UserId } from '../identifiers.ts';
import type { ExchangeState } from '../state.ts';
import { dayOf } from './formulas.ts';
import type { Attachment } from './state.ts';

/** Attachments of users to agents, and the unpaid fees of their users. */
export const agentCapability: Capability = {
  snapshot: [
    section<Attachment>(
      'attachment',
      ({ agents }) => agents.attachments(),
      ({ agents }, attachment) => {
        agents.load(attachment);
      },
    ),
  ],
  audit,
};

function audit({ agents, currencies, ledger, timeMs }: ExchangeState): void {
  const attached = new Set<UserId>();
  for (const { attachment, user, isOpen, earnings } of agents.attachments()) {
    if (isOpen) {
      invariant(!attached.has(user) && agents.openOf(user) === attachment, 'a user must have one agent at most');
      attached.add(user);
    }
    for (const { carry, days } of earnings) {
      invariant(carry >= 0 && carry < 1_000_000, 'a carried fraction must be less than a unit');
      for (const [at, { day, fees }] of days.entries()) {
        const previous = days[at - 1]?.day ?? -1;
        invariant(day > previous && day <= dayOf(timeMs) && fees > 0, 'the days of fees must be in order');
      }
    }
  }
  for (const currency of currencies.keys()) {
    const account = ledger.find(venue, accountType.fees, currency);
    const available = account === absent ? 0 : ledger.available(account);
    invariant(available >= agents.owed(currency), "the venue's fees must cover what agents have earned");
  }
}
