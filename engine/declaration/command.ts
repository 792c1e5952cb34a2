import { audit, requestKey, user } from './vocabulary.ts';
import { fieldOf } from './value-type.ts';
import type { FieldTypes, ValuesOf, ValueType } from './value-type.ts';

/**
 * How full the queue before the exchange may be for a command to be admitted: `system` always; `leaving` (commands that
 * give money back or reduce risk: cancel, release, close, redeem) until it is nearly full; `placement` is refused
 * first.
 */
export type Priority = 'system' | 'leaving' | 'placement';

/**
 * Who issues a command, and what follows from it:
 * - `request`: a user; its `requestKey` makes repeated requests take effect once
 * - `decision`: an operator; carries a reason. No decision moves a user's balance, except that of an appeal: it ends an
 *   escrow in favour of its seller or its buyer
 * - `cause`: a program of the venue that reports an external cause, or the exchange's own clock
 * - `replayed`: no program; only journals of older versions contain it
 */
export type CommandKind = 'request' | 'decision' | 'cause' | 'replayed';

/**
 * How the journal writes a command, where it differs from the default: the command's name followed by its fields in
 * order.
 */
export interface JournalForm {
  /** The name in the journal, shorter than the type. */
  readonly name: string;
  /** Field names in order; an inner list of names becomes an inner array. */
  readonly layout?: readonly (string | readonly string[])[];
}

export interface CommandDeclaration<Kind extends CommandKind = CommandKind, Fields extends FieldTypes = FieldTypes> {
  readonly kind: Kind;
  readonly priority: Priority;
  /** Whether a request with a key is refused if the key cannot be remembered. */
  readonly needsKey: boolean;
  /** The fields in the order of the journal, which omits constants. */
  readonly fields: Fields;
  /** Fields that have a single possible value. */
  readonly constants: Readonly<Record<string, string>> | null;
  readonly journal: JournalForm | null;
}

export type CommandGroup = Readonly<Record<string, CommandDeclaration>>;

/** The type of the command that this declaration describes. */
export type CommandOf<Group extends CommandGroup, Type extends keyof Group> = Type extends keyof Group
  ? Flat<{ readonly type: Type } & ConstantsOf<Group[Type]['constants']> & ValuesOf<Group[Type]['fields']>>
  : never;

type ConstantsOf<Constants> = Constants extends null ? unknown : Constants;

/** Flattens an intersection into one object type, which the compiler displays readably. */
type Flat<Fields> = { readonly [Name in keyof Fields]: Fields[Name] };

interface Options<Fields extends FieldTypes> {
  readonly priority: Priority;
  readonly fields: Fields;
  readonly journal?: JournalForm;
}

interface RequestOptions<Fields extends FieldTypes> extends Options<Fields> {
  /**
   * Only with the priority `leaving`, whose requests are carried out even if their key cannot be remembered: whether
   * this one is not, because it could take effect twice.
   */
  readonly needsKey?: true;
}

/** Declares a user's request: `user` is added as the first field, `requestKey` as the last. */
export function request<
  const Fields extends FieldTypes,
  const Constants extends Readonly<Record<string, string>> | null = null,
>(options: RequestOptions<Fields>, constants: Constants = null as Constants) {
  const { priority, needsKey = priority !== 'leaving' } = options;
  const journal: JournalForm | null = options.journal ?? null;
  const fields = { user, ...options.fields, requestKey };
  return { kind: 'request' as const, priority, needsKey, fields, constants, journal };
}

/** Declares an operator's decision, with the fields for who made it and why. Always admitted. */
export function decision<const Fields extends FieldTypes>(fields: Fields, journal: JournalForm | null = null) {
  const audited = { ...fields, ...audit };
  const kind = 'decision' as const;
  return { kind, priority: 'system' as const, needsKey: false, fields: audited, constants: null, journal };
}

/** Declares a report of one of the venue's programs. */
export function cause<const Fields extends FieldTypes>(options: Options<Fields>) {
  const { priority, fields } = options;
  const journal: JournalForm | null = options.journal ?? null;
  return { kind: 'cause' as const, priority, needsKey: false, fields, constants: null, journal };
}

/** Declares a command that journals of older versions contain and that cannot be submitted any more. */
export function replayed<const Fields extends FieldTypes>(fields: Fields) {
  const kind = 'replayed' as const;
  return { kind, priority: 'placement' as const, needsKey: false, fields, constants: null, journal: null };
}

/** The journal's name for decisions. They are written as objects because they are rare and read by people. */
const decided = 'decide';

/**
 * A hand-written codec for a frequent command. It must encode exactly as the codec derived from the declaration does.
 */
export interface WrittenForm<Command> {
  encode(command: Command): unknown[];
  check(encoded: readonly unknown[]): boolean;
  decode(encoded: readonly unknown[]): Command;
}

/** Encodes and decodes the commands of a registry for the journal: arrays of a name and fields in a fixed order. */
export class CommandCodec<Command extends { readonly type: string }> {
  readonly #writers = new Map<string, Form & { readonly written: WrittenForm<Command> | undefined }>();
  /** Decisions by their type, other commands by their journal name. */
  readonly #readers = new Map<unknown, Form & { readonly written: WrittenForm<Command> | undefined }>();

  /** `written` maps types of commands to hand-written codecs. */
  constructor(group: CommandGroup, written: Readonly<Record<string, WrittenForm<{ readonly type: string }>>> = {}) {
    for (const [type, declaration] of Object.entries(group)) {
      const form = { ...formOf(type, declaration), written: written[type] as WrittenForm<Command> | undefined };
      this.#writers.set(type, form);
      const read = form.asObject ? type : form.name;
      if (this.#readers.has(read) || read === decided)
        throw new TypeError(`Two commands have the journal name ${read}.`);
      this.#readers.set(read, form);
    }
  }

  /** @throws TypeError for a command that the registry does not declare */
  encode(command: Command): unknown[] {
    const form = this.#writers.get(command.type);
    if (form === undefined) throw new TypeError(`Unknown command ${command.type}.`);
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

  /** Whether this is an array that `encode` returns for a well-formed command. */
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

  /** Decodes a command, with its fields in the order of the declaration. Call it only after `check`. */
  decode(encoded: readonly unknown[]): Command {
    const form = this.#formOf(encoded);
    if (form === undefined) throw new TypeError(`Unknown command ${String(encoded[0])} in the journal.`);
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

/** The derived journal form of one type of command. */
interface Form {
  readonly name: string;
  readonly asObject: boolean;
  /** The type and the constants, which decoding puts before the fields. */
  readonly head: Readonly<Record<string, string>>;
  /** The fields in the order of the declaration. */
  readonly fields: readonly Placed[];
  /** Number of items of the array. */
  readonly length: number;
  /** Positions of inner arrays, with their lengths. */
  readonly inner: readonly (readonly [at: number, length: number])[];
}

/** A field with its position in the array; `within` is its position in the inner array at `at`, if there is one. */
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
  throw new TypeError(`The journal layout omits the field ${name}.`);
}

function encodedField(encoded: readonly unknown[], { asObject }: Form, { name, at, within }: Placed): unknown {
  if (asObject) return fieldOf(encoded[1], name);
  return within === null ? encoded[at] : (encoded[at] as readonly unknown[])[within];
}
