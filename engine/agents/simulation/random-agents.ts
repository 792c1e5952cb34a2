import { accountType } from '../../ledger/account.ts';
import type { Command } from '../../command.ts';
import type { VenueTransfer } from '../../ledger/commands.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { RandomPart } from '../../simulation/parts.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type { AttachAgent, DetachAgent, DropCommission, PayCommission } from '../commands.ts';
import { NaiveAgents } from './naive-agents.ts';

const oddNumbers = [0, -0, -1, 0.5, 2 ** 53, NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;
const dayMs = 86_400_000;

/**
 * Generates commands of agents: users change agents often, days are paid soon after they end, also out of order and
 * twice, and staff take fees that may be owed.
 */
export class RandomAgents implements RandomPart {
  readonly name = 'agents';
  readonly isQuarter = true;
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly users: readonly [number, ...number[]];
  private readonly currencies: readonly [number, ...number[]];
  private attached = 0;
  private paid = 0;
  private taken = 0;

  constructor(
    random: Random,
    model: NaiveExchange,
    users: readonly [number, ...number[]],
    currencies: readonly [number, ...number[]],
  ) {
    this.random = random;
    this.model = model;
    this.users = users;
    this.currencies = currencies;
  }

  opening(): Command[] {
    return this.users.slice(1).map((user) => this.attach(user, this.users[0]));
  }

  next(): Command {
    const { random } = this;
    const chance = random.integer(1, 10);
    if (chance <= 3) return this.attach(random.pick(this.users), random.pick(this.users));
    if (chance <= 5) return this.detach();
    if (chance === 6) return random.oneIn(2) ? this.take() : this.drop();
    return this.pay();
  }

  private attach(user: number, agent: number): AttachAgent {
    const { random } = this;
    const isRepeated = this.attached > 0 && random.oneIn(12);
    if (!isRepeated) this.attached += 1;
    const command: Plain<AttachAgent> = {
      type: 'attach_agent',
      attachment: random.oneIn(60) ? random.pick(oddNumbers) : this.attached,
      user: random.oneIn(60) ? random.pick([0, -5, 2 ** 30]) : user,
      agent,
      sharePpm: random.oneIn(30) ? random.pick([500_001, ...oddNumbers]) : random.pick([1, 333_333, 200_000, 500_000]),
    };
    return command as AttachAgent;
  }

  private detach(): DetachAgent {
    const { random } = this;
    const known = random.anyOf(this.parts().flatMap(({ attachments }) => attachments));
    const attachment = known === undefined || random.oneIn(15) ? random.pick([0, 10_000]) : known.attachment;
    const command: Plain<DetachAgent> = { type: 'detach_agent', attachment, dropped: random.oneIn(4) };
    return command as DetachAgent;
  }

  /** Drops the commission of an attachment, mostly of one that has ended with unpaid fees. */
  private drop(): DropCommission {
    const { random } = this;
    const ended = this.parts().flatMap((part) => part.unpaid().filter(({ attachment }) => part.hasEnded(attachment)));
    const all = this.parts().flatMap(({ attachments }) => attachments);
    const known = random.oneIn(3) ? random.anyOf(all) : random.anyOf(ended);
    const attachment = known === undefined || random.oneIn(15) ? random.pick([0, 10_000]) : known.attachment;
    const command: Plain<DropCommission> = { type: 'drop_commission', attachment };
    return command as DropCommission;
  }

  /** Pays a day, mostly one that is over and unpaid. */
  private pay(): PayCommission {
    const { random } = this;
    const today = Math.floor(this.model.state.timeMs / dayMs);
    const unpaid = this.parts().flatMap((part) => part.unpaid());
    const over = unpaid.filter(({ day }) => day < today);
    const one = random.anyOf(over.length > 0 && !random.oneIn(6) ? over : unpaid);
    const isRepeated = this.paid > 0 && random.oneIn(12);
    if (!isRepeated) this.paid += 1;
    const command: Plain<PayCommission> = {
      type: 'pay_commission',
      attachment: one === undefined || random.oneIn(20) ? random.integer(0, 40) : one.attachment,
      currency: one === undefined || random.oneIn(20) ? random.pick(this.currencies) : one.currency,
      day: one === undefined || random.oneIn(20) ? today - random.integer(-1, 2) : one.day,
      maximum: random.oneIn(40) ? random.pick(oddNumbers) : random.oneIn(3) ? random.integer(0, 1000) : null,
      n: random.oneIn(60) ? random.pick(oddNumbers) : this.paid,
    };
    return command as PayCommission;
  }

  /** Takes fees out, about as much as there is. */
  private take(): VenueTransfer {
    const { random } = this;
    const currency = random.pick(this.currencies);
    const available = Number(this.model.state.balance(0, accountType.fees, currency)[0]);
    this.taken += 1;
    const command: Plain<VenueTransfer> = {
      type: 'venue_transfer',
      from: accountType.fees,
      toUser: 0,
      to: accountType.treasury,
      currency,
      amount: Math.max(1, Math.floor(available / random.pick([1, 2, 3]))),
      operator: 0,
      cause: 'funding',
      source: 'fees',
      n: this.taken,
    };
    return command as VenueTransfer;
  }

  private parts(): NaiveAgents[] {
    return this.model.parts.filter((part) => part instanceof NaiveAgents);
  }
}
