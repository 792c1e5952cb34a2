import { hash, randomBytes } from 'node:crypto';
import type { UserId } from '@bourse/engine';

/** A new device id. It replaces the verification code of a login, so it has as many random bits as a session. */
export function newDeviceId(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a device id; empty for a client without one. */
export function deviceKeyOf(device: string): string {
  return device === '' ? '' : hash('sha256', device, 'base64url');
}

/** An id by which users recognize their own devices, different for every user; empty if there is no key. */
export function shownDeviceId(user: UserId, key: string): string {
  return key === '' ? '' : hash('sha256', `${user} ${key}`, 'hex').slice(0, 16);
}
