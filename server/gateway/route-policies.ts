import { type Policy, policyOf } from '@bourse/contract';
import type { FastifyInstance, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route, and what it counts as. */
    policy?: Policy;
  }
}

/** A route of the server with what it declares of itself. */
export interface DeclaredRoute {
  readonly method: string;
  readonly url: string;
  readonly policy: Policy;
}

/** Files of the page, which anybody may read. */
export const pagePolicy: Policy = policyOf({ access: 'visitor', rate: 'page' }, false);

/**
 * The documentation: files of the page too, but long ones, so that a crowd that asks for them all the time fills the
 * lines.
 */
export const documentPolicy: Policy = policyOf({ access: 'visitor', rate: 'document' }, false);

/** What the machines ask that look after the venue. */
export const healthPolicy: Policy = policyOf({ access: 'visitor', rate: 'health' }, false);

/** Opening a socket; who somebody is comes out on it. */
export const socketPolicy: Policy = policyOf({ access: 'either', rate: 'socket' }, false);

/**
 * Knows of every route who may use it. A route without a declaration is not registered, so a server that has one does
 * not start; what was forgotten is found by whoever forgot it, and not by whoever finds the route.
 */
export class RoutePolicies {
  readonly #routes: DeclaredRoute[] = [];
  #covering: Policy | null = null;

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', (route) => {
      this.#declare(route);
    });
  }

  get routes(): readonly DeclaredRoute[] {
    return this.#routes;
  }

  /** Declares the routes of a plugin that knows nothing of policies. */
  async cover<Result>(policy: Policy, register: () => Promise<Result>): Promise<Result> {
    this.#covering = policy;
    try {
      return await register();
    } finally {
      this.#covering = null;
    }
  }

  #declare(route: RouteOptions): void {
    const policy = route.config?.policy ?? this.#covering;
    const methods = [route.method].flat();
    if (policy === null) throw new Error(`${methods.join(', ')} ${route.url} does not declare who may use it.`);
    route.config = { ...route.config, policy };
    for (const method of methods) this.#routes.push({ method, url: route.url, policy });
  }
}
