/** Pages that redirect after a login and must never be its target. The router matches paths regardless of case. */
const loginPages = /^\/(login|register|forgetPassword)(?![A-Za-z])/i;

/** A placeholder origin for this site. */
const here = 'http://this.site';

/** The path to open after a login: always a path of this site, never another site, however the request is written. */
export function pathAfterLogin(requested: string | undefined): string {
  if (requested === undefined || !requested.startsWith('/')) return '/home';
  // Parsed as browsers do: tabs and line breaks removed, dots resolved, backslashes treated as slashes.
  const place = URL.parse(requested, here);
  if (place === null || place.origin !== here || place.pathname.startsWith('//')) return '/home';
  const path = place.pathname + place.search + place.hash;
  return loginPages.test(path) ? '/home' : path;
}
