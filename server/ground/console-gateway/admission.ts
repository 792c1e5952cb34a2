import { type ConsoleCall, consoleHeader, type ConsoleRefusal } from '@bourse/contract/console';
import type { FastifyRequest } from 'fastify';
import { addressOf } from '../gateway/index.ts';
import { type ConsoleRefused, refusal } from './answer.ts';
import type { StaffMember, StaffSessionSource } from './ports.ts';

/** How long an entered one-time password allows marked actions. */
export const stepUpMs = 5 * 60_000;

/** The name of the session's cookie. The prefix makes browsers refuse it without TLS or from another host. */
export function cookieName(secure: boolean): string {
  return secure ? '__Host-console' : 'console';
}

/** The value of a cookie; null if the request has none, or several of that name. */
function cookieOf(request: Pick<FastifyRequest, 'headers'>, name: string): string | null {
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return found.length === 1 ? (found[0] ?? '').slice(name.length + 1) : null;
}

/**
 * Whether a request was made by the console's own page: browsers name the origin of other pages, and let those send
 * neither the header nor JSON.
 *
 * @param ownOrigin null accepts the origin of the host that the request names
 */
export function isOwnRequest({ headers }: Pick<FastifyRequest, 'headers'>, ownOrigin: string | null): boolean {
  if (headers[consoleHeader.name] !== consoleHeader.value) return false;
  const { host, origin } = headers;
  if (origin !== undefined) return origin === (ownOrigin ?? `http://${host ?? ''}`);
  return headers['sec-fetch-site'] === 'same-origin';
}

/** Why a member of staff may not make a call now; null if they may. */
export function refusalOfStaff(
  call: Pick<ConsoleCall, 'audience' | 'stepUp'>,
  staff: StaffMember,
  nowMs: number,
): ConsoleRefused<ConsoleRefusal> | null {
  const { audience, stepUp } = call;
  if (typeof audience !== 'string' && !staff.roles.some((role) => audience.includes(role))) return refusal('forbidden');
  return stepUp && nowMs - staff.steppedUpAtMs > stepUpMs ? refusal('step_up_needed') : null;
}

/** The session of a request; null without a live one. */
export async function staffOf(
  request: FastifyRequest,
  sessions: StaffSessionSource,
  terms: { readonly secure: boolean; readonly nowMs: number },
): Promise<StaffMember | null> {
  const token = cookieOf(request, cookieName(terms.secure));
  if (token === null) return null;
  return sessions.of(token, {
    address: addressOf(request),
    requestId: request.id,
    background: request.headers['x-console-background'] === '1',
    nowMs: terms.nowMs,
  });
}
