import { generateSecret, generateURI, verifySync } from 'otplib';

const stepSeconds = 30;

/** A new secret for an authenticator app, as base32 text. */
export function newAppSecret(): string {
  return generateSecret();
}

/** The address that an authenticator app reads from a QR code. */
export function appUri(secret: string, account: string, issuer: string): string {
  return generateURI({ issuer, label: account, secret });
}

/**
 * The time step of a one-time password, which may be one step early or late; null if it is wrong or its step is not
 * after `afterStep`.
 */
export function stepOf(secret: string, code: string, { nowMs, afterStep }: { nowMs: number; afterStep: number }) {
  if (!isOneTimeCode(code)) return null;
  const epoch = Math.floor(nowMs / 1_000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: stepSeconds, afterTimeStep: afterStep });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** The step of the second of two successive one-time passwords; null if they are not. */
export function stepOfPair(secret: string, codes: readonly [string, string], nowMs: number): number | null {
  const [first, second] = codes;
  const step = stepOf(secret, second, { nowMs, afterStep: 0 });
  if (step === null) return null;
  const before = { nowMs: (step - 1) * stepSeconds * 1_000, afterStep: 0 };
  return stepOf(secret, first, before) === step - 1 ? step : null;
}

export function isOneTimeCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code);
}
