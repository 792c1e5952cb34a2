import type { Leaving } from './console-context.tsx';

/** The address of the login page, which says why it is shown and returns to an address. */
export function loginAddress(why: Leaving, returnTo: string): string {
  const query = new URLSearchParams({
    ...(why === 'new' ? {} : { why }),
    ...(why === 'logged_out' || returnTo === '/' ? {} : { return: returnTo }),
  });
  return query.size === 0 ? '/login' : `/login?${query}`;
}

/** The address to open after the login: a path of the console, never another site. */
export function returnAddress(query: URLSearchParams): string {
  const address = query.get('return') ?? '/';
  return /^\/(?![/\\])/.test(address) && !/^\/(login|enrol)\b/.test(address) ? address : '/';
}
