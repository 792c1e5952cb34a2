import { passkeyOptions, type PasskeyUse } from '@bourse/contract/second-factor';
import type { Caller } from '../../live/caller.ts';

/** The user or the browser did not use a passkey. */
export class PasskeyDeclined extends Error {}

/** Whether the browser offers passkeys at the address of this page, which must have a host name. */
export function offersPasskeys(): boolean {
  const { hostname } = window.location;
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.includes(':');
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress;
}

/** The address at which passkeys work when this page was opened at a loopback address; null otherwise. */
export function addressWithPasskeys(): string | null {
  const { hostname, port, protocol } = window.location;
  if (hostname !== '127.0.0.1' && hostname !== '[::1]') return null;
  return `${protocol}//localhost${port === '' ? '' : `:${port}`}`;
}

/**
 * The JSON of a passkey's answer, proven or made.
 *
 * @throws CallFailure if the server refused, or PasskeyDeclined
 */
export async function answerOfPasskey(call: Caller, use: PasskeyUse): Promise<string> {
  const { data } = await call(passkeyOptions, { use });
  const { promptForNew, promptForProof } = await import('./passkey-prompt.ts');
  try {
    return await (use === 'add' ? promptForNew : promptForProof)(data.options);
  } catch (error) {
    throw new PasskeyDeclined(undefined, { cause: error });
  }
}
