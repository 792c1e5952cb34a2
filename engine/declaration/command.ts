import { audit, requestKey, user } from './vocabulary.ts';
import { fieldOf } from './value-type.ts';
import type { FieldTypes, ValuesOf, ValueType } from './value-type.ts';

/**
 * How full the queue before the exchange may be for a command to be let in: `system` always, `leaving` (what gives
 * money back or reduces risk: cancels, releases, closing, redeeming) nearly always, `placement` first to wait. While
 * only leaving is possible, placements are refused.
 */
export type Priority = 'system' | 'leaving' | 'placement';

/**
 * Who gives a command, and what follows from it:
 * - `request`: a user, whose `requestKey` makes it happen once however often it is sent
 * - `decision`: an operator, with the cause; nothing else about the exchange can be set, and no decision moves a
 *   balance of a person
 * - `cause`: a program of the venue that reports an outside cause, or the exchange's own clock
 */
export type CommandKind = 'request' | 'decision' | 'cause';

/** How the journal writes a command, where it differs from the default: the command's name and its fields in order. */
export interface JournalForm {
  /** The name in the journal, shorter than the type. */
  readonly name: string;
  /** Names of fields in their order, those of an inner array where an array is given. */
  readonly layout?: readonly (string | readonly string[])[];
}

export interface CommandDeclaration<Kind extends CommandKind = CommandKind, Fields extends FieldTypes = FieldTypes> {
  readonly kind: Kind;
  readonly priority: Priority;
  /** In the order of the journal; constants are left out of it. */
  readonly fields: Fields;
  /** Fields that have one value only. */
  readonly constants: Readonly<Record<string, string>> | null;
  readonly journal: JournalForm | null;
}

export type CommandGroup = Readonly<Record<string, CommandDeclaration>>;

/** The command that a declaration under this name describes. */
export type CommandOf<Group extends CommandGroup, Type extends keyof Group> = Type extends keyof Group
  ? Flat<{ readonly type: Type } & ConstantsOf<Group[Type]['constants']> & ValuesOf<Group[Type]['fields']>>
  : never;

type ConstantsOf<Constants> = Constants extends null ? unknown : Constants;

/** The same fields as one object type, which the compiler shows readably. */
type Flat<Fields> = { readonly [Name in keyof Fields]: Fields[Name] };

interface Options<Fields extends FieldTypes> {
  readonly priority: Priority;
  readonly fields: Fields;
  readonly journal?: JournalForm;
}

/** A user's request: `user` comes first and `requestKey` last, besides its own fields. */
export function request<
  const Fields extends FieldTypes,
  const Constants extends Readonly<Record<string, string>> | null = null,
>(options: Options<Fields>, constants: Constants = null as Constants) {
  const { priority } = options;
  const journal: JournalForm | null = options.journal ?? null;
  const fields = { user, ...options.fields, requestKey };
  return { kind: 'request' as const, priority, fields, constants, journal };
}

/** An operator's decision, with who gave it and why. Always let in. */
export function decision<const Fields extends FieldTypes>(fields: Fields, journal: JournalForm | null = null) {
  const audited = { ...fields, ...audit };
  return { kind: 'decision' as const, priority: 'system' as const, fields: audited, constants: null, journal };
}

/** What a program of the venue reports. */
export function cause<const Fields extends FieldTypes>(options: Options<Fields>) {
  const { priority, fields } = options;
  const journal: JournalForm | null = options.journal ?? null;
  return { kind: 'cause' as const, priority, fields, constants: null, journal };
}

/** The name under which the journal keeps decisions, as objects: they are rare, and read by people. */
const decided = 'decide';

/**
 * A journal form that is written by hand for a command that comes often; it must be the form that its declaration leads
 * to.
 */
export interface WrittenForm<Command> {
  encode(command: Command): unknown[];
  check(encoded: readonly unknown[]): boolean;
  decode(encoded: readonly unknown[]): Command;
}

/**
 * Writes and reads the commands of a registry as the journal keeps them: an array of a name and fields in a fixed
 * order.
 */
export class CommandCodec<Command extends { readonly type: string }> {
  readonly #writers = new Map<string, Form & { readonly written: WrittenForm<Command> | undefined }>();
  /** Decisions by their type, all others by their name in the journal. */
  readonly #readers = new Map<unknown, Form & { readonly written: WrittenForm<Command> | undefined }>();

  /** `written` has forms that are written by hand, by the type of the command. */
  constructor(group: CommandGroup, written: Readonly<Record<string, WrittenForm<{ readonly type: string }>>> = {}) {
    for (const [type, declaration] of Object.entries(group)) {
      const form = { ...formOf(type, declaration), written: written[type] as WrittenForm<Command> | undefined };
      this.#writers.set(type, form);
      const read = form.asObject ? type : form.name;
      if (this.#readers.has(read) || read === decided) throw new TypeError(`The journal has ${read} twice.`);
      this.#readers.set(read, form);
    }
  }

  /** @throws TypeError for a command that the registry does not declare */
  encode(command: Command): unknown[] {
    const form = this.#writers.get(command.type);
    if (form === undefined) throw new TypeError(`There is no command ${command.type}.`);
    if (form.written !== undefined) return form.written.encode(command);
    if (form.asObject) {
      const named: Record<string, unknown> = { type: command.type };
      for (const { name, type } of form.fields) named[name] = type.encode(fieldOf(command, name));
      return [decided, named];
    }
    const encoded: unknown[] = [form.name];
    for (const { name, type, at, within } of form.fields) {
      const value = type.encode(fieldOf(command, name));
      if (within === null) encoded[at] = value;
      else ((encoded[at] ??= []) as unknown[])[within] = value;
    }
    return encoded;
  }

  /** Whether this is an array that `encode` makes of a well-formed command. */
  check(encoded: unknown): encoded is readonly unknown[] {
    if (!Array.isArray(encoded)) return false;
    const items: readonly unknown[] = encoded;
    const form = this.#formOf(items);
    if (form === undefined) return false;
    if (form.written !== undefined) return form.written.check(items);
    if (items.length !== form.length) return false;
    if (form.asObject && Object.keys(items[1] as object).length !== form.fields.length + 1) return false;
    for (const [at, length] of form.inner) {
      const inner = items[at];
      if (!Array.isArray(inner) || inner.length !== length) return false;
    }
    for (const field of form.fields) if (!field.type.check(encodedField(items, form, field))) return false;
    return true;
  }

  /** The command that was encoded so, with its fields in the order of the declaration. Call it only after `check`. */
  decode(encoded: readonly unknown[]): Command {
    const form = this.#formOf(encoded);
    if (form === undefined) throw new TypeError(`There is no command ${String(encoded[0])} in the journal.`);
    if (form.written !== undefined) return form.written.decode(encoded);
    const command: Record<string, unknown> = { ...form.head };
    for (const field of form.fields) command[field.name] = field.type.decode(encodedField(encoded, form, field));
    return command as unknown as Command;
  }

  #formOf(encoded: readonly unknown[]) {
    const [name, first] = encoded;
    if (name !== decided) {
      const form = this.#readers.get(name);
      return form?.asObject === false ? form : undefined;
    }
    const form = this.#readers.get(typeof first === 'object' && first !== null ? fieldOf(first, 'type') : undefined);
    return form?.asObject === true ? form : undefined;
  }
}

/** How one type of command is written. */
interface Form {
  readonly name: string;
  readonly asObject: boolean;
  /** The type and the constants, which a reader puts before the fields. */
  readonly head: Readonly<Record<string, string>>;
  /** In the order of the declaration. */
  readonly fields: readonly Placed[];
  /** How many items the array has. */
  readonly length: number;
  /** Places of inner arrays, with their lengths. */
  readonly inner: readonly (readonly [at: number, length: number])[];
}

/** A field with its place in the array; `within` is its place in the inner array there. */
interface Placed {
  readonly name: string;
  readonly type: ValueType<unknown>;
  readonly at: number;
  readonly within: number | null;
}

function formOf(type: string, { kind, fields, constants, journal }: CommandDeclaration): Form {
  const head = { type, ...constants };
  const layout = journal?.layout ?? Object.keys(fields);
  const placed = Object.entries(fields).map(([name, of]) => placedIn(layout, name, of));
  const inner = layout.flatMap((place, at) => (typeof place === 'string' ? [] : [[at + 1, place.length] as const]));
  if (kind === 'decision' && journal === null) {
    return { name: type, asObject: true, head, fields: placed, length: 2, inner: [] };
  }
  return { name: journal?.name ?? type, asObject: false, head, fields: placed, length: layout.length + 1, inner };
}

function placedIn(layout: readonly (string | readonly string[])[], name: string, type: ValueType<unknown>): Placed {
  for (const [at, place] of layout.entries()) {
    if (place === name) return { name, type, at: at + 1, within: null };
    const within = typeof place === 'string' ? -1 : place.indexOf(name);
    if (within >= 0) return { name, type, at: at + 1, within };
  }
  throw new TypeError(`The journal's layout leaves out the field ${name}.`);
}

function encodedField(encoded: readonly unknown[], { asObject }: Form, { name, at, within }: Placed): unknown {
  if (asObject) return fieldOf(encoded[1], name);
  return within === null ? encoded[at] : (encoded[at] as readonly unknown[])[within];
}
