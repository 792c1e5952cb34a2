import { describe, expect, it } from 'vitest';
import { login, userInfo } from '@bourse/contract/identity';
import { readEnvelope } from './envelope.ts';
import { CallFailure, isRetried, isRefusedFor, reactionTo, refusalOf } from './failure.ts';

const refusal = {
  code: 0,
  message: 'Wrong password',
  data: null,
  error: 'credentials_wrong',
  details: {},
  sequence: 7,
};

describe('a response', () => {
  it('with code 1 and the declared shape is a success', () => {
    const body = { code: 1, message: '', data: { token: 't', expires_at: 1, device_id: 'd' }, sequence: 9 };
    expect(readEnvelope(login, body, 'token-1')).toEqual({
      kind: 'success',
      data: { token: 't', expires_at: 1, device_id: 'd' },
      message: '',
      sequence: 9,
      repeated: false,
    });
    // A repeated answer is marked as one.
    expect(readEnvelope(login, { ...body, repeated: true }, 'token-1')).toMatchObject({ repeated: true });
  });

  it('with code 1 and another shape is a failure, not a success', () => {
    expect(readEnvelope(login, { code: 1, message: '', data: { token: 5 }, sequence: 9 }, 'token-1')).toEqual({
      kind: 'failed',
    });
  });

  it("with code 0 keeps the server's message, error key and details", () => {
    expect(readEnvelope(login, refusal, 'token-1')).toEqual({
      kind: 'refused',
      error: 'credentials_wrong',
      message: 'Wrong password',
      details: {},
    });
  });

  it('with code 0 and an error key of a newer server keeps its message', () => {
    expect(readEnvelope(login, { ...refusal, error: 'new_reason', message: 'Not now' }, 'token-1')).toMatchObject({
      kind: 'refused',
      error: 'new_reason',
      message: 'Not now',
    });
  });

  it('with an unexpected server error is a failure', () => {
    expect(readEnvelope(login, { ...refusal, error: 'server_error', request_id: 'r1' }, 'token-1')).toEqual({
      kind: 'failed',
    });
  });

  it('with code 999 ends the session, with 996 is superseded', () => {
    expect(readEnvelope(userInfo, { ...refusal, code: 999, error: 'session_ended' }, 'token-1')).toEqual({
      kind: 'session_ended',
      token: 'token-1',
    });
    expect(readEnvelope(userInfo, { ...refusal, code: 996, error: 'superseded' }, 'token-1')).toEqual({
      kind: 'superseded',
    });
  });

  it('that is missing, is HTML or has no code is a failure', () => {
    for (const body of [undefined, null, '<html>', {}, { code: 1 }, [1]]) {
      expect(readEnvelope(userInfo, body, 'token-1')).toEqual({ kind: 'failed' });
    }
  });
});

describe('the reaction to a failure', () => {
  it('reports an expired session to a logged-in user, clears the session and opens the login page', () => {
    expect(reactionTo(new CallFailure({ kind: 'session_ended', token: 'token-1' }), 'token-1')).toEqual({
      say: { key: 'errors.session_ended' },
      forgetSession: true,
      goToLogin: true,
    });
  });

  it('sends a visitor to the login page without a message', () => {
    expect(reactionTo(new CallFailure({ kind: 'session_ended', token: null }), null)).toEqual({
      say: null,
      forgetSession: false,
      goToLogin: true,
    });
  });

  it('ends a session once, however many of its calls fail, and never the session after it', () => {
    const ended = new CallFailure({ kind: 'session_ended', token: 'token-1' });
    for (const present of [null, 'token-2']) {
      expect(reactionTo(ended, present)).toEqual({ say: null, forgetSession: false, goToLogin: false });
    }
  });

  it('shows nothing for a superseded read, and retries it without limit', () => {
    const superseded = new CallFailure({ kind: 'superseded' });
    expect(reactionTo(superseded, 'token-1').say).toBeNull();
    expect(isRetried(100, superseded)).toBe(true);
  });

  it('retries a failed read three times, and a refused one never', () => {
    const failed = new CallFailure({ kind: 'failed' });
    expect([0, 2, 3].map((failures) => isRetried(failures, failed))).toEqual([true, true, false]);
    expect(isRetried(2, new Error('anything'))).toBe(true);
    const refused = new CallFailure({ kind: 'refused', error: 'forbidden', message: '', details: {} });
    expect(isRetried(0, refused)).toBe(false);
    expect(isRetried(0, new CallFailure({ kind: 'session_ended', token: null }))).toBe(false);
  });

  it('shows the message of a refusal', () => {
    const refused = new CallFailure({ kind: 'refused', error: 'sell_blocked', message: 'No', details: {} });
    expect(reactionTo(refused, 'token-1').say).toEqual({ text: 'No' });
  });

  it('offers a message to show in place for a refusal that has one, and for no other failure', () => {
    const refused = (message: string) =>
      new CallFailure({ kind: 'refused', error: 'sell_blocked', message, details: {} });
    expect(refusalOf(refused('No'))).toBe('No');
    for (const error of [refused(''), new CallFailure({ kind: 'failed' }), new TypeError('network'), null]) {
      expect(refusalOf(error)).toBeNull();
    }
  });

  it('recognises a refusal by its key', () => {
    const refused = new CallFailure({ kind: 'refused', error: 'terms_changed', message: 'No', details: {} });
    expect(isRefusedFor(refused, 'terms_changed')).toBe(true);
    expect(isRefusedFor(refused, 'product_closed')).toBe(false);
    expect(isRefusedFor(new CallFailure({ kind: 'failed' }), 'terms_changed')).toBe(false);
    expect(isRefusedFor(null, 'terms_changed')).toBe(false);
  });

  it('shows a server error for every other failure and keeps the session', () => {
    for (const error of [new CallFailure({ kind: 'failed' }), new TypeError('network'), 'odd']) {
      expect(reactionTo(error, 'token-1')).toEqual({
        say: { key: 'errors.server_error' },
        forgetSession: false,
        goToLogin: false,
      });
    }
  });
});
