import { expect, test } from 'vitest';
import { escrowTerms } from './terms.ts';

const settings = {
  p2p_fee_ppm: 1_000,
  p2p_appeal_minutes: 10,
  p2p_delay_minutes: 1_440,
  p2p_auto_minutes: 60,
  p2p_auto_confirm: 'release',
  p2p_mature_hours: 24,
  p2p_auto_mature_hours: 72,
} as const;
const hourMs = 3_600_000;

test.each([
  ['bank', 3, 'release', 24],
  ['bank', 2, 'appeal', 24],
  ['paypal', 3, 'appeal', 72],
  ['paypal', 0, 'appeal', 72],
] as const)(
  'a seller who is paid by %s is silent, after %i orders of the buyer: %s, and the coins mature for %i hours',
  (code, completed, onSilence, matureHours) => {
    const payees = [
      { id: 1, version: 1, code: 'bank', data: {} },
      { id: 2, version: 1, code, data: {} },
    ] as const;
    expect(escrowTerms(settings, { completed, payMinutes: 15, payees })).toEqual({
      feePpm: 1_000,
      windowMs: 15 * 60_000,
      appealMs: 10 * 60_000,
      delayMs: 24 * hourMs,
      autoMs: hourMs,
      matureMs: matureHours * hourMs,
      autoMatureMs: 72 * hourMs,
      onSilence,
    });
  },
);
