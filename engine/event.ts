import { agentEvents } from './agents/events.ts';
import { convertEvents } from './convert/events.ts';
import { creditEvents } from './credits/events.ts';
import { escrowEvents } from './escrow/events.ts';
import { leverageEvents } from './leverage/events.ts';
import { secondsEvents } from './seconds/events.ts';
import { indexEvents } from './index-price/events.ts';
import { ledgerEvents } from './ledger/events.ts';
import { marketEvents } from './market/events.ts';
import { requestEvents } from './requests/events.ts';
import { restrictionEvents } from './restrictions/events.ts';
import { savingsEvents } from './savings/events.ts';
import { sendingEvents } from './sending/events.ts';
import { spotEvents } from './spot/events.ts';
import { fieldOf } from './declaration/value-type.ts';
import type { EventDeclaration, EventOf, MoneyCause } from './declaration/event.ts';
import type { Posting } from './declaration/vocabulary.ts';
import type { UserId } from './identifiers.ts';

/** Every event of the exchange. A capability declares its events in its own folder and has one line here. */
export const eventDeclarations = {
  ...marketEvents,
  ...ledgerEvents,
  ...indexEvents,
  ...spotEvents,
  ...restrictionEvents,
  ...savingsEvents,
  ...creditEvents,
  ...convertEvents,
  ...leverageEvents,
  ...secondsEvents,
  ...escrowEvents,
  ...sendingEvents,
  ...agentEvents,
  ...requestEvents,
};
type Declarations = typeof eventDeclarations;

export type EventType = keyof Declarations;
/** The event of a given type. */
export type EventNamed<Type extends EventType> = EventOf<Declarations, Type>;
export type Event = { [Type in EventType]: EventNamed<Type> }[EventType];

/** The money that an event moved: its postings, and the cause and number under which the account log lists them. */
export interface Money {
  readonly cause: string;
  /** The cause of those postings that raise a balance. */
  readonly gained: string;
  /** The number of the cause; null when the sequence of the command serves as the number. */
  readonly causeId: number | null;
  readonly postings: readonly Posting[];
}

/**
 * The postings of an event and their cause; null for events without postings. Order events have none, because their own
 * fields describe the movement.
 */
export function moneyOf(event: Event): Money | null {
  if (!('postings' in event)) return null;
  const money: MoneyCause = eventDeclarations[event.type].money;
  const cause = typeof money.cause === 'string' ? money.cause : String(fieldOf(event, money.cause.field));
  const causeId = money.id === null ? null : Number(fieldOf(event, money.id));
  return { cause, gained: money.gained ?? cause, causeId, postings: event.postings };
}

/** The user concerned by an event; null when it concerns none or several, as a trade does. */
export function userOf(event: Event): UserId | null {
  const { concerns }: EventDeclaration = eventDeclarations[event.type];
  return concerns === null ? null : (fieldOf(event, concerns) as UserId | null);
}
