import { isIP } from 'node:net';

/** The site that passkeys are bound to. */
export interface PasskeySite {
  /** The host name that browsers bind passkeys to. */
  readonly rpId: string;
  /** Whether an authenticator's answer comes from a page of the exchange. */
  readonly accepts: (origin: string) => boolean;
}

/**
 * The site of an exchange that is reached at `publicOrigin`; null if browsers allow no passkeys there, because it is a
 * bare IP address or not encrypted. Without a configured address, which only a demo permits, passkeys work at
 * `localhost` on any port.
 */
export function passkeySiteOf(publicOrigin: string | null): PasskeySite | null {
  if (publicOrigin === null) return { rpId: 'localhost', accepts: (origin) => hostOf(origin) === 'localhost' };
  const { hostname, protocol } = new URL(publicOrigin);
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return null;
  if (protocol !== 'https:' && hostname !== 'localhost') return null;
  return { rpId: hostname, accepts: (origin) => origin === publicOrigin };
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).hostname : null;
}
