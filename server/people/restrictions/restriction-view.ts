import type { UserId } from '@bourse/engine';
import { restrictedUsers, type RestrictionScope } from '@bourse/engine/restrictions';
import { type EventReaders, type View, ViewDefinition } from '../../ground/feed/index.ts';

/** The restrictions of users as of the last committed command. */
class RestrictionView implements View {
  /** Users without an entry are not restricted. */
  readonly #scopes = new Map<UserId, RestrictionScope>();
  #version = 0;

  constructor(restricted: Iterable<{ readonly user: UserId; readonly scope: RestrictionScope }>) {
    for (const { user, scope } of restricted) this.#scopes.set(user, scope);
  }

  readonly reads: EventReaders = {
    user_restricted: ({ user, after }) => {
      this.#version += 1;
      if (after === 'none') this.#scopes.delete(user);
      else this.#scopes.set(user, after);
    },
  };

  /** The users with this restriction, in no particular order. */
  usersWith(scope: RestrictionScope): UserId[] {
    return [...this.#scopes].flatMap(([user, own]) => (own === scope ? [user] : []));
  }

  /** Changes with each restriction. */
  get version(): number {
    return this.#version;
  }

  scopeOf(user: UserId): RestrictionScope {
    return this.#scopes.get(user) ?? 'none';
  }
}

export const restrictionView = new ViewDefinition(
  'restrictions',
  ({ exchange }) => new RestrictionView(exchange.read(restrictedUsers)),
);
