import type { Event, EventType, Exchange } from '@bourse/engine';
import type { Pool } from 'pg';
import type { Committed } from '../core/index.ts';
import type { Views } from './views.ts';

/** The event of each type. */
type Events = { readonly [Type in EventType]: Extract<Event, { readonly type: Type }> };

type Reader<Type extends EventType> = (event: Events[Type], command: Committed) => void;

/** The handler of a view for each event type that it reads. */
export type EventReaders = { readonly [Type in EventType]?: Reader<Type> };

/** Committed state in memory that is read or published, kept up to date by the events that it reads. */
export interface View {
  readonly reads: EventReaders;
  /** Handles the events of every type that has no handler in `reads`. */
  readonly readsOthers?: (event: Event, command: Committed) => void;
  /** Called when all views have read the events of a command and before anything about it is sent. */
  readonly afterCommand?: () => void;
  /** Called after the last command of a batch with its time in epoch milliseconds. */
  readonly afterBatch?: (timeMs: number) => void;
}

/**
 * The sources of a view: the recovered exchange, the database at the same sequence, and the views that every capability
 * builds on.
 */
export interface ViewSources {
  readonly exchange: Exchange;
  readonly database: Pool;
  readonly views: Views;
}

/** A view as a capability registers it. */
export interface RegisteredView {
  open(sources: ViewSources): Promise<void>;
}

/** Declares a view of a capability. The declaration is also the key with which the view is read. */
export class ViewDefinition<Own extends View> implements RegisteredView {
  readonly #name: string;
  readonly #build: (sources: ViewSources) => Own | Promise<Own>;
  readonly #built = new WeakMap<Views, Own>();

  /** `build` is called once, before the exchange takes its first command. */
  constructor(name: string, build: (sources: ViewSources) => Own | Promise<Own>) {
    this.#name = name;
    this.#build = build;
  }

  async open(sources: ViewSources): Promise<void> {
    this.add(sources.views, await this.#build(sources));
  }

  /** Adds the view that was built from these views. */
  add(views: Views, view: Own): void {
    this.#built.set(views, view);
    views.add(view);
  }

  /** The view of this definition in a running exchange. Throws if it is not registered. */
  of(views: Views): Own {
    const view = this.#built.get(views);
    if (view === undefined) throw new Error(`the view "${this.#name}" is read but not registered`);
    return view;
  }
}

/** Passes every event to the views that read its type. The readers of a type are looked up once. */
export class Dispatch {
  readonly #views: View[] = [];
  readonly #readers: { [Type in EventType]?: readonly Reader<Type>[] } = {};

  /** Views read an event in the order in which they were added. All of them must be added before the first event. */
  add(view: View): void {
    this.#views.push(view);
  }

  read<Type extends EventType>(type: Type, event: Events[Type], command: Committed): void {
    const readers: readonly Reader<Type>[] = this.#readers[type] ?? this.#find(type);
    for (const reader of readers) reader(event, command);
  }

  #find<Type extends EventType>(type: Type): readonly Reader<Type>[] {
    const readers: Reader<Type>[] = [];
    for (const view of this.#views) {
      const reader: Reader<Type> | undefined = view.reads[type] ?? view.readsOthers;
      if (reader !== undefined) readers.push(reader);
    }
    Object.assign(this.#readers, { [type]: readers });
    return readers;
  }
}
