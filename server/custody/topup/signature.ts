import { createHmac, timingSafeEqual } from 'node:crypto';

/** A report is accepted this long before and after the time that it is signed with. */
const windowMs = 5 * 60_000;

/** Signs a report: `t=<seconds>,<field>=<HMAC-SHA256 of "seconds.body" in hexadecimal>`. */
export function signReport(key: string, body: Buffer | string, nowMs: number, field: string): string {
  const seconds = Math.floor(nowMs / 1_000);
  return `t=${seconds},${field}=${hmacOf(key, String(seconds), body).toString('hex')}`;
}

/** Whether a header signs these bytes with this key, at a time close to now. Takes the same time for any signature. */
export function isSigned(
  header: string | readonly string[] | undefined,
  { body, field, key, nowMs }: { body: Buffer; field: string; key: string; nowMs: number },
): boolean {
  if (typeof header !== 'string' || header.length > 200) return false;
  const parts = new Map(header.split(',').map((part) => split(part.trim())));
  const [seconds, signature] = [parts.get('t') ?? '', parts.get(field) ?? ''];
  if (!/^\d{1,12}$/.test(seconds) || !/^[\da-f]{64}$/.test(signature)) return false;
  if (Math.abs(Number(seconds) * 1_000 - nowMs) > windowMs) return false;
  return timingSafeEqual(hmacOf(key, seconds, body), Buffer.from(signature, 'hex'));
}

function split(part: string): [string, string] {
  const at = part.indexOf('=');
  return [part.slice(0, Math.max(0, at)), part.slice(at + 1)];
}

function hmacOf(key: string, seconds: string, body: Buffer | string): Buffer {
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest();
}
