import type { RefusalOf } from '@bourse/contract';
import type { sendCoins } from '@bourse/contract/sending';
import { accountType, amount, type RejectionOf } from '@bourse/engine';
import { type Core, CoreRefusal } from '../../ground/core/index.ts';
import { EachAlone } from '../../ground/background/index.ts';
import { type Currency, unitsText } from '../../ground/feed/index.ts';
import { safeInteger } from '../../ground/database/index.ts';
import { type Refused, refused } from '../../ground/gateway/index.ts';
import { findSend, type Send, sendingSource, sendOf, sendOnWire } from './sends.ts';
import type { With } from '../../ground/parts.ts';
import { minuteText } from '../../ground/texts/index.ts';

export type SendingRefusal = Refused<RefusalOf<typeof sendCoins>>;

/** A request is given this long to be answered before its command is submitted again. */
const creatingMs = 20_000;
const readAtOnce = 200;
/** A request that has been undecided for this long needs the help of staff. */
const longMs = 10 * 60_000;

export interface SenderParts extends With<'identityDb' | 'now' | 'privately' | 'views'> {
  readonly core: Pick<Core, 'submit'>;
  /** Called when coins have moved. */
  readonly moved: () => void;
}

/**
 * Moves the coins of stored requests. A command can be submitted any number of times: its request moves coins once. Of
 * one request only one command is under way at a time, so that none can succeed after another one was refused.
 */
export class Sender {
  readonly #parts: SenderParts;
  readonly #underWay = new Map<number, Promise<Send | SendingRefusal>>();
  /** The last row of the previous round: requests that stay undecided keep no other waiting. */
  #after = 0;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Moves the coins of a request that is not decided, and returns its outcome. */
  decide(id: number): Promise<Send | SendingRefusal> {
    const underWay = this.#underWay.get(id) ?? this.#decide(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, underWay);
    return underWay;
  }

  /**
   * Decides requests that a fault or a stop has left.
   *
   * @throws the failures of single ones, after the others; also for one that has been undecided for long
   */
  async decideLeft(): Promise<void> {
    const { identityDb, now } = this.#parts;
    const rows = await identityDb
      .selectFrom('sends')
      .selectAll()
      .where('stage', '=', 'creating')
      .where('created_at', '<=', String(now() - creatingMs))
      .where('id', '>', String(this.#after))
      .orderBy('id')
      .limit(readAtOnce)
      .execute();
    this.#after = rows.length < readAtOnce ? 0 : safeInteger(rows.at(-1)?.id ?? '0');
    const alone = new EachAlone();
    for (const row of rows) await alone.attempt(() => this.#decideLeft(sendOf(row)));
    alone.end();
  }

  async #decideLeft({ createdMs, id }: Send): Promise<void> {
    const outcome = await this.decide(id);
    const isUndecided = 'ok' in outcome && outcome.error === 'outcome_pending';
    if (isUndecided && createdMs <= this.#parts.now() - longMs)
      throw new Error(
        `It is not known since ${new Date(createdMs).toISOString()} whether the coins of ${id} were sent.`,
      );
  }

  async #decide(id: number): Promise<Send | SendingRefusal> {
    const { core, identityDb, now, views } = this.#parts;
    const before = await findSend(identityDb, id);
    if (before.stage !== 'creating') return voidRefusal(before) ?? before;
    const { amount: units, currency, to, user } = before;
    const terms = { user, toUser: to, currency, amount: amount(units), source: sendingSource, n: id };
    let outcome;
    try {
      ({ outcome } = await core.submit({ type: 'send', ...terms }));
    } catch (error) {
      // The row remains; the command is submitted again.
      if (error instanceof CoreRefusal) return refused('outcome_pending');
      throw error;
    }
    const refusal =
      outcome.type === 'rejected' ? refusalOf(outcome.rejection, views.listings.currency(currency)) : null;
    const stage = refusal === null ? 'sent' : 'void';
    const reason = refusal === null ? null : JSON.stringify(refusal);
    await identityDb
      .updateTable('sends')
      .set({ stage, reason, changed_at: now() })
      .where('id', '=', String(id))
      .where('stage', '=', 'creating')
      .execute();
    const after: Send = { ...before, stage, reason };
    if (refusal === null) this.#announce(after);
    return refusal ?? after;
  }

  /** Shows moved coins to both sides. */
  #announce(send: Send): void {
    const { moved, privately, views } = this.#parts;
    moved();
    const currency = views.listings.currency(send.currency);
    for (const user of [send.user, send.to]) {
      const { available, locked } = views.balances.read(user, accountType.change, currency.id);
      privately.say(user, () => ({
        type: 'SENT',
        row: sendOnWire(views, send, user),
        account: {
          account_type_id: accountType.change,
          currency_id: currency.id,
          balance: unitsText(currency, available),
          lock_balance: unitsText(currency, locked),
        },
      }));
    }
  }
}

/** The refusal with which a void row was answered. */
export function voidRefusal({ reason, stage }: Send): SendingRefusal | null {
  if (stage !== 'void' || reason === null) return null;
  const stored: unknown = JSON.parse(reason);
  return isRefusal(stored) ? stored : null;
}

function isRefusal(value: unknown): value is SendingRefusal {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false && 'error' in value;
}

function refusalOf(rejection: RejectionOf<'send'>, currency: Currency): SendingRefusal {
  switch (rejection.reason) {
    case 'insufficient_balance': {
      const [available, needed] = [unitsText(currency, rejection.available), unitsText(currency, rejection.needed)];
      return refused('insufficient_balance', { available, needed, currency: currency.code });
    }
    case 'debt_outstanding':
    case 'deposit_unmatured':
    case 'outflow_stopped':
    case 'currency_unknown':
      return refused(rejection.reason);
    case 'coins_maturing':
      return refused('coins_maturing', { until: minuteText(rejection.untilMs) });
    case 'receiver_restricted':
      return refused('recipient_unknown');
    case 'margin_needed':
    case 'amount_invalid':
    case 'cause_invalid':
    case 'receiver_invalid':
    case 'user_invalid':
      throw new Error(`The command of coins that were sent is invalid: ${rejection.reason}.`);
  }
}
