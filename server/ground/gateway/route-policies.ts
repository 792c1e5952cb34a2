import { type Policy, policyOf } from '@bourse/contract';
import type { FastifyInstance, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access policy and rate class of the route. */
    policy?: Policy;
  }
}

/** A route of the server with its declared policy. */
export interface DeclaredRoute {
  readonly method: string;
  readonly url: string;
  readonly policy: Policy;
}

/** Files of the page, which are public. */
export const pagePolicy: Policy = policyOf({ access: 'visitor', rate: 'page' }, false);

/** The documentation is public like the page, but long, so its rate is lower. */
export const documentPolicy: Policy = policyOf({ access: 'visitor', rate: 'document' }, false);

/** Health checks and metrics. */
export const healthPolicy: Policy = policyOf({ access: 'visitor', rate: 'health' }, false);

/** Reports of outside programs, which prove by a signature who they are. */
export const reportPolicy: Policy = policyOf({ access: 'visitor', rate: 'public' }, false);

/** Opening a socket; the login follows on the socket. */
export const socketPolicy: Policy = policyOf({ access: 'either', rate: 'socket' }, false);

/**
 * Collects the policy of every route. Registering a route without a policy throws, so the mistake prevents the server
 * from starting.
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

  /** Declares the routes of a plugin that does not declare policies itself. */
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
    if (policy === null) throw new Error(`${methods.join(', ')} ${route.url} declares no policy.`);
    route.config = { ...route.config, policy };
    for (const method of methods) this.#routes.push({ method, url: route.url, policy });
  }
}
