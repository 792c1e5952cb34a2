import { postings } from './vocabulary.ts';
import type { FieldTypes, ValuesOf } from './value-type.ts';

/** What an event is declared by. */
export interface EventDeclaration<Fields extends FieldTypes = FieldTypes> {
  /** In the order of the running hash. */
  readonly fields: Fields;
  /**
   * How the account log names the event's postings. Null when it moves no money, or when spot's own fields describe the
   * movement.
   */
  readonly money: MoneyCause | null;
  /** The field that names the user whom the event concerns; null when it concerns none, or everybody. */
  readonly concerns: string | null;
}

/**
 * Under which cause the account log lists an event's postings, and which number of the event names the particular one.
 */
export interface MoneyCause {
  /** The cause, or the field that says it. */
  readonly cause: string | { readonly field: string };
  /** The field with the number of the cause; null for the sequence of the command. */
  readonly id: string | null;
}

export type EventGroup = Readonly<Record<string, EventDeclaration>>;

/** The event that a declaration under this name describes. */
export type EventOf<Group extends EventGroup, Type extends keyof Group> = Type extends keyof Group
  ? Flat<{ readonly type: Type } & ValuesOf<Group[Type]['fields']>>
  : never;

type Flat<Fields> = { readonly [Name in keyof Fields]: Fields[Name] };

/** An event, and whom it concerns. */
export function event<const Fields extends FieldTypes>(
  fields: Fields,
  concerns: (keyof Fields & string) | null = null,
) {
  return { fields, money: null, concerns };
}

/** An event that moves money: with `postings` as its last field. */
export function moneyEvent<const Fields extends FieldTypes>(
  money: {
    readonly cause: string | { readonly field: keyof Fields & string };
    readonly id: (keyof Fields & string) | null;
  },
  fields: Fields,
  concerns: (keyof Fields & string) | null = null,
) {
  return { fields: { ...fields, postings }, money, concerns };
}
