import type { Amount, CurrencyId, UserId } from '@bourse/engine';
import {
  allOffers,
  type AppealReason,
  type EscrowFacts,
  type EscrowNow,
  type EscrowReleased,
  type EscrowReturned,
  type EscrowStep,
  type EscrowTerms,
  openEscrows,
  type ReleaseReason,
  type ReturnReason,
} from '@bourse/engine/escrow';
import type { Pool } from 'pg';
import { type EventReaders, type View, ViewDefinition } from './view.ts';

/** The end of an escrow. */
type EscrowEnd =
  | { readonly state: 'released'; readonly reason: ReleaseReason; readonly by: UserId | null; readonly atMs: number }
  | {
      readonly state: 'refunded' | 'cancelled';
      readonly reason: ReturnReason;
      readonly by: UserId | null;
      readonly atMs: number;
    };

/** An escrow with the times that people read, in epoch milliseconds. A stop of the exchange moves them. */
export interface EscrowState extends EscrowFacts, EscrowTerms {
  readonly step: EscrowStep;
  readonly isCancelAsked: boolean;
  readonly openedAtMs: number;
  readonly paidAtMs: number | null;
  /** The end of the time for the payment; as it was at the opening once the escrow is paid. */
  readonly payUntilMs: number;
  /** The end of the window that runs; null in an appeal. */
  readonly dueAtMs: number | null;
  /** From when it can be appealed; null before it is paid. */
  readonly appealableAtMs: number | null;
  readonly appeal: { readonly by: UserId | null; readonly reason: AppealReason } | null;
  /** The sequence of the last change, and its time. */
  readonly sequence: number;
  readonly changedAtMs: number;
  /** Null while it is open. */
  readonly end: EscrowEnd | null;
}

/** Coins for sale in parts. */
interface OfferState {
  readonly owner: UserId;
  readonly currency: CurrencyId;
  readonly left: Amount;
  /** The sequence of the last change. */
  readonly sequence: number;
}

/** Called when an event has changed an escrow, before anything about it is sent. */
type EscrowListener = (n: number, state: EscrowState) => void;

/** Ended escrows that are kept for the messages about their end. */
const keptEnded = 1_000;

/** The open escrows and offers as of the last committed command. */
class EscrowView implements View {
  readonly #open = new Map<number, EscrowState>();
  readonly #byUser = new Map<UserId, Set<number>>();
  readonly #ended = new Map<number, EscrowState>();
  readonly #offers = new Map<number, OfferState>();
  readonly #listeners: EscrowListener[] = [];
  #autoReleased = 0;

  constructor(escrows: Iterable<EscrowState>, offers: Iterable<readonly [offer: number, state: OfferState]>) {
    for (const escrow of escrows) this.#add(escrow);
    for (const [offer, state] of offers) this.#offers.set(offer, state);
  }

  readonly reads: EventReaders = {
    offer_funded: ({ offer, user, currency, left }, { sequence }) => {
      this.#offers.set(offer, { owner: user, currency, left, sequence });
    },
    offer_drained: ({ offer, user, currency, left }, { sequence }) => {
      this.#offers.set(offer, { owner: user, currency, left, sequence });
    },
    offer_ended: ({ offer }) => {
      this.#offers.delete(offer);
    },
    escrow_opened: (event, { sequence, timeMs }) => {
      this.#leave(event, event.left, sequence);
      const { dueAtMs } = event;
      const times = { openedAtMs: timeMs, paidAtMs: null, payUntilMs: dueAtMs, dueAtMs, appealableAtMs: null };
      this.#set({
        ...event,
        ...times,
        step: 'created',
        isCancelAsked: false,
        appeal: null,
        sequence,
        changedAtMs: timeMs,
        end: null,
      });
    },
    escrow_reopened: (event, { sequence, timeMs }) => {
      this.#leave(event, event.left, sequence);
      const { appealMs, dueAtMs } = event;
      const times = { openedAtMs: timeMs, paidAtMs: timeMs, payUntilMs: timeMs, appealableAtMs: timeMs + appealMs };
      this.#set({
        ...event,
        ...times,
        dueAtMs,
        step: 'paid',
        isCancelAsked: false,
        appeal: null,
        sequence,
        changedAtMs: timeMs,
        end: null,
      });
    },
    escrow_cancel_asked: ({ n }, { sequence, timeMs }) => {
      this.#change(n, { isCancelAsked: true, sequence, changedAtMs: timeMs });
    },
    escrow_paid: ({ dueAtMs, n }, { sequence, timeMs }) => {
      const appealableAtMs = timeMs + (this.#open.get(n)?.appealMs ?? 0);
      this.#change(n, { step: 'paid', paidAtMs: timeMs, dueAtMs, appealableAtMs, sequence, changedAtMs: timeMs });
    },
    escrow_delayed: ({ dueAtMs, n }, { sequence, timeMs }) => {
      const appealableAtMs = Math.min(timeMs, this.#open.get(n)?.appealableAtMs ?? timeMs);
      this.#change(n, { step: 'delayed', dueAtMs, appealableAtMs, sequence, changedAtMs: timeMs });
    },
    escrow_appealed: ({ by, n, reason }, { sequence, timeMs }) => {
      const appeal = { by, reason };
      this.#change(n, { step: 'appealed', dueAtMs: null, appeal, sequence, changedAtMs: timeMs });
    },
    escrow_appeal_withdrawn: ({ dueAtMs, n, to }, { sequence, timeMs }) => {
      this.#change(n, { step: to, dueAtMs, appeal: null, sequence, changedAtMs: timeMs });
    },
    escrow_released: (event, { sequence, timeMs }) => {
      if (event.reason === 'silence') this.#autoReleased += 1;
      this.#end(event.n, { sequence, changedAtMs: timeMs, end: releasedEnd(event, timeMs) });
    },
    escrow_returned: (event, { sequence, timeMs }) => {
      this.#leave(event, event.left, sequence);
      this.#end(event.n, { sequence, changedAtMs: timeMs, end: returnedEnd(event, timeMs) });
    },
    escrow_windows_moved: ({ byMs }) => {
      const moved = (atMs: number | null): number | null => (atMs === null ? null : atMs + byMs);
      for (const escrow of this.#open.values()) {
        const { appealableAtMs, dueAtMs, payUntilMs, step } = escrow;
        this.#open.set(escrow.n, {
          ...escrow,
          payUntilMs: step === 'created' ? payUntilMs + byMs : payUntilMs,
          dueAtMs: moved(dueAtMs),
          appealableAtMs: step === 'delayed' ? appealableAtMs : moved(appealableAtMs),
        });
      }
    },
  };

  /** The escrows that time has released since the start of this process. */
  get autoReleased(): number {
    return this.#autoReleased;
  }

  /** An open escrow. */
  find(n: number): EscrowState | undefined {
    return this.#open.get(n);
  }

  /** An escrow that is open, or ended a short while ago. */
  recent(n: number): EscrowState | undefined {
    return this.#open.get(n) ?? this.#ended.get(n);
  }

  /** The open escrows in which a user is a party, the newest first. */
  ofUser(user: UserId): EscrowState[] {
    const own = [...(this.#byUser.get(user) ?? [])].flatMap((n) => this.#open.get(n) ?? []);
    return own.toSorted((a, b) => b.n - a.n);
  }

  /** The open escrows in the order of their opening. */
  open(): EscrowState[] {
    return [...this.#open.values()];
  }

  /** An offer that has not ended. */
  offer(offer: number): OfferState | null {
    return this.#offers.get(offer) ?? null;
  }

  /** The offers that have not ended. */
  offers(): ReadonlyMap<number, OfferState> {
    return this.#offers;
  }

  /** Calls the listener after each change of an escrow. */
  onChanged(listener: EscrowListener): void {
    this.#listeners.push(listener);
  }

  #add(escrow: EscrowState): void {
    this.#open.set(escrow.n, escrow);
    for (const user of [escrow.seller, escrow.buyer]) {
      const own = this.#byUser.get(user) ?? new Set<number>();
      own.add(escrow.n);
      this.#byUser.set(user, own);
    }
  }

  #set(escrow: EscrowState): void {
    this.#add(escrow);
    this.#say(escrow);
  }

  #change(n: number, change: Partial<EscrowState>): void {
    const before = this.#open.get(n);
    if (before === undefined) throw new Error(`escrow ${n} is in an event but not open`);
    const after = { ...before, ...change };
    this.#open.set(n, after);
    this.#say(after);
  }

  #end(n: number, change: Pick<EscrowState, 'changedAtMs' | 'end' | 'sequence'>): void {
    const before = this.#open.get(n);
    if (before === undefined) throw new Error(`escrow ${n} is in an event but not open`);
    this.#open.delete(n);
    for (const user of [before.seller, before.buyer]) {
      const own = this.#byUser.get(user);
      own?.delete(n);
      if (own?.size === 0) this.#byUser.delete(user);
    }
    const after = { ...before, ...change, dueAtMs: null };
    this.#ended.set(n, after);
    const [oldest] = this.#ended.keys();
    if (oldest !== undefined && this.#ended.size > keptEnded) this.#ended.delete(oldest);
    this.#say(after);
  }

  /** The coins of an escrow came from an offer or are in it again. */
  #leave({ currency, offer, seller }: EscrowFacts, left: Amount | null, sequence: number): void {
    if (offer !== null && left !== null) this.#offers.set(offer, { owner: seller, currency, left, sequence });
  }

  #say(escrow: EscrowState): void {
    for (const listener of this.#listeners) listener(escrow.n, escrow);
  }
}

export const escrowView = new ViewDefinition('escrows', async ({ database, exchange }) => {
  const open = exchange.read(openEscrows);
  const times = await readTimes(
    database,
    open.map(({ n }) => n),
  );
  const offers = exchange
    .read(allOffers)
    .map(({ offer, ...state }) => [offer, { ...state, sequence: exchange.sequence }] as const);
  return new EscrowView(
    open.map((escrow) => recovered(escrow, times.get(escrow.n))),
    offers,
  );
});

/** Facts that the events of an open escrow say and the exchange does not keep. */
interface Times {
  readonly openedAtMs: number;
  readonly openedDueMs: number;
  readonly paidAtMs: number | null;
  readonly appealReason: AppealReason | null;
  readonly sequence: number;
  readonly changedAtMs: number;
}

function recovered({ appeal, appealableAtMs, dueAtMs, ...escrow }: EscrowNow, times: Times | undefined): EscrowState {
  if (times === undefined) throw new Error(`escrow ${escrow.n} has no events`);
  const { appealReason, changedAtMs, openedAtMs, openedDueMs, paidAtMs, sequence } = times;
  return {
    ...escrow,
    openedAtMs,
    paidAtMs,
    payUntilMs:
      escrow.step === 'created' ? (dueAtMs ?? openedDueMs) : paidAtMs === openedAtMs ? openedAtMs : openedDueMs,
    dueAtMs,
    appealableAtMs: appealableAtMs ?? (paidAtMs === null ? null : paidAtMs + escrow.appealMs),
    appeal: appeal === null ? null : { by: appeal.by, reason: appealReason ?? 'appeal' },
    sequence,
    changedAtMs,
    end: null,
  };
}

async function readTimes(database: Pool, ns: readonly number[]): Promise<ReadonlyMap<number, Times>> {
  const { rows } = await database.query<Record<string, string | null>>(
    `select n,
       min(time_ms) filter (where step in ('opened', 'reopened')) as opened_at,
       min(due) filter (where step in ('opened', 'reopened')) as opened_due,
       min(time_ms) filter (where step in ('paid', 'reopened')) as paid_at,
       (array_agg(reason order by sequence desc, ordinal desc) filter (where step = 'appealed'))[1] as appeal_reason,
       max(sequence) as sequence, max(time_ms) as changed_at
     from core.escrows where n = any ($1::bigint[]) group by n`,
    [ns.map(String)],
  );
  return new Map(
    rows.map((row) => [
      Number(row['n']),
      {
        openedAtMs: Number(row['opened_at']),
        openedDueMs: Number(row['opened_due']),
        paidAtMs: row['paid_at'] === null ? null : Number(row['paid_at']),
        appealReason: appealReasonOf(row['appeal_reason'] ?? null),
        sequence: Number(row['sequence']),
        changedAtMs: Number(row['changed_at']),
      },
    ]),
  );
}

const appealReasons: readonly AppealReason[] = ['appeal', 'abnormal', 'held', 'silence', 'frozen'];

function appealReasonOf(text: string | null): AppealReason | null {
  return appealReasons.find((reason) => reason === text) ?? null;
}

function releasedEnd({ by, reason }: EscrowReleased, atMs: number): EscrowEnd {
  return { state: 'released', reason, by, atMs };
}

function returnedEnd({ by, reason }: EscrowReturned, atMs: number): EscrowEnd {
  const isCancel = reason === 'cancelled' || reason === 'timeout' || reason === 'frozen';
  return { state: isCancel ? 'cancelled' : 'refunded', reason, by, atMs };
}
