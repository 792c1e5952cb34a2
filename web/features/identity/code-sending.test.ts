import { describe, expect, it } from 'vitest';
import { afterStep, beginning, secondsLeft, untilNextSecond, type CodeSendingStep } from './code-sending.ts';

const ann = 'email  ann@example.org';
const bob = 'email  bob@example.org';
const nowMs = 1_000_000;

const after = (...steps: CodeSendingStep[]) => steps.reduce(afterStep, beginning(ann));
const sent: CodeSendingStep = { kind: 'lock', target: ann, seconds: 60, nowMs };

describe('sending a code', () => {
  it('is blocked for 60 seconds after a code was sent', () => {
    const { lock, sending } = after({ kind: 'begin' }, sent);
    expect(sending).toBe(false);
    const shown = [0, 1, 999, 1_000, 1_001, 59_000, 59_999, 60_000, 90_000].map((ms) => secondsLeft(lock, nowMs + ms));
    expect(shown).toEqual([60, 60, 60, 59, 59, 1, 1, 0, 0]);
  });

  it("is blocked for the time that the server's refusal states", () => {
    const { lock } = after({ kind: 'begin' }, { kind: 'lock', target: ann, seconds: 17, nowMs });
    expect(secondsLeft(lock, nowMs)).toBe(17);
  });

  it('is not blocked for longer when the clock is set back', () => {
    expect(secondsLeft(after(sent).lock, nowMs - 3_600_000)).toBe(60);
  });

  it('is reset when the account changes, and again when it changes back', () => {
    expect(after(sent, { kind: 'target', target: bob })).toEqual(beginning(bob));
    expect(after(sent, { kind: 'target', target: bob }, { kind: 'target', target: ann })).toEqual(beginning(ann));
    expect(after(sent, { kind: 'target', target: ann }).lock).not.toBeNull();
  });

  it('ignores the result for an account that is no longer selected', () => {
    expect(after({ kind: 'begin' }, { kind: 'target', target: bob }, sent)).toEqual(beginning(bob));
    expect(after({ kind: 'begin' }, { kind: 'target', target: bob }, { kind: 'fail', target: ann })).toEqual(
      beginning(bob),
    );
  });

  it('is possible again immediately after a failure', () => {
    expect(after({ kind: 'begin' }, { kind: 'fail', target: ann })).toEqual(beginning(ann));
  });

  it('updates the displayed number when a second has passed', () => {
    const lock = { seconds: 60, untilMs: nowMs + 60_000 };
    expect([0, 1, 400, 999, 1_000, 59_999, 60_000].map((ms) => untilNextSecond(lock, nowMs + ms))).toEqual([
      1_000, 999, 600, 1, 1_000, 1, 0,
    ]);
  });
});
