import { postings } from './vocabulary.ts';
import type { FieldTypes, ValuesOf } from './value-type.ts';

/** The declaration of one type of event. */
export interface EventDeclaration<Fields extends FieldTypes = FieldTypes> {
  /** The fields in the order in which the running hash reads them. */
  readonly fields: Fields;
  /**
   * How the account log names the event's postings. Null when the event moves no money, or when spot's own fields
   * describe the movement.
   */
  readonly money: MoneyCause | null;
  /** The field that names the user concerned; null when the event concerns no single user. */
  readonly concerns: string | null;
}

/**
 * The cause under which the account log lists an event's postings, and the field that identifies the particular cause.
 */
export interface MoneyCause {
  /** The cause itself, or the field that holds it. */
  readonly cause: string | { readonly field: string };
  /** The cause of those postings that raise a balance; absent if it is the same. */
  readonly gained?: string;
  /** The field with the number of the cause; null for the sequence of the command. */
  readonly id: string | null;
}

export type EventGroup = Readonly<Record<string, EventDeclaration>>;

/** The type of the event that this declaration describes. */
export type EventOf<Group extends EventGroup, Type extends keyof Group> = Type extends keyof Group
  ? Flat<{ readonly type: Type } & ValuesOf<Group[Type]['fields']>>
  : never;

type Flat<Fields> = { readonly [Name in keyof Fields]: Fields[Name] };

/** Declares an event and the field that names the user concerned. */
export function event<const Fields extends FieldTypes>(
  fields: Fields,
  concerns: (keyof Fields & string) | null = null,
) {
  return { fields, money: null, concerns };
}

/** Declares an event that moves money; `postings` is added as its last field. */
export function moneyEvent<const Fields extends FieldTypes>(
  money: {
    readonly cause: string | { readonly field: keyof Fields & string };
    readonly gained?: string;
    readonly id: (keyof Fields & string) | null;
  },
  fields: Fields,
  concerns: (keyof Fields & string) | null = null,
) {
  return { fields: { ...fields, postings }, money, concerns };
}
