/**
 * Pages that lead on after a login and are never led to themselves. The router matches addresses regardless of case.
 */
const loginPages = /^\/(login|register|forgetPassword)(?![A-Za-z])/i;

/** Stands for this site, whatever its address is. */
const here = 'http://this.site';

/** Where to go after login: a path of this site, never another site's address, however it is written. */
export function pathAfterLogin(requested: string | undefined): string {
  if (requested === undefined || !requested.startsWith('/')) return '/home';
  // Read as a browser would: without tabs and line ends, with dots resolved and backslashes turned.
  const place = URL.parse(requested, here);
  if (place === null || place.origin !== here || place.pathname.startsWith('//')) return '/home';
  const path = place.pathname + place.search + place.hash;
  return loginPages.test(path) ? '/home' : path;
}
