/** The address of the login page, which says why and returns to another address. */
export function loginAddress(why: 'ended' | 'logged_out', returnTo: string | null): string {
  const query = new URLSearchParams({
    why,
    ...(returnTo === null || why === 'logged_out' ? {} : { return: returnTo }),
  });
  return `/login?${query}`;
}

/** The address to open after the login: a path of the console, never another site. */
export function returnAddress(query: URLSearchParams): string {
  const address = query.get('return') ?? '/';
  return /^\/(?![/\\])/.test(address) && !/^\/(login|enrol)\b/.test(address) ? address : '/';
}
