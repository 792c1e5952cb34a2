import type { Unhappy } from './envelope.ts';

/** A call that did not succeed, as the error that queries and forms see. */
export class CallFailure extends Error {
  readonly outcome: Unhappy;

  constructor(outcome: Unhappy) {
    super(outcome.kind === 'refused' ? outcome.message : outcome.kind);
    this.name = 'CallFailure';
    this.outcome = outcome;
  }
}

/** What the page does about a failure. Everything that any failure leads to is decided here. */
export interface Reaction {
  /** What is said: a text of the server, one of the page's own, or nothing. */
  readonly say: { readonly text: string } | { readonly key: 'errors.session_ended' | 'errors.server_error' } | null;
  readonly forgetSession: boolean;
  readonly goToLogin: boolean;
}

const nothing: Reaction = { say: null, forgetSession: false, goToLogin: false };

/**
 * The error catalogue: 999 ends the session and leads to login, and says so only to a person who was logged in; 996 is
 * ignored; a refusal is said in the server's words; everything else is a server error. `session` is the token of the
 * present session: what is said of one that is over already, or of an earlier one, concerns nobody, so that many calls
 * of one session end it once.
 */
export function reactionTo(error: unknown, session: string | null): Reaction {
  if (!(error instanceof CallFailure)) return { ...nothing, say: { key: 'errors.server_error' } };
  const { outcome } = error;
  switch (outcome.kind) {
    case 'session_ended':
      if (outcome.token !== session) return nothing;
      return session === null
        ? { ...nothing, goToLogin: true }
        : { say: { key: 'errors.session_ended' }, forgetSession: true, goToLogin: true };
    case 'superseded':
      return nothing;
    case 'refused':
      return { ...nothing, say: outcome.message === '' ? { key: 'errors.server_error' } : { text: outcome.message } };
    case 'failed':
      return { ...nothing, say: { key: 'errors.server_error' } };
  }
}

/**
 * The server's words for a refusal, to be shown where the action was taken; null for every other failure and for none.
 */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return null;
  return error.outcome.message === '' ? null : error.outcome.message;
}

/** How often a read is asked for again when no answer came. */
const triesMore = 3;

/**
 * Whether a read is asked for again after so many failures. One that was superseded has not failed: what is on screen
 * stands and the answer comes with a later try, so that nobody is told of it. What was refused would be refused again.
 */
export function isAskedAgain(failures: number, error: unknown): boolean {
  const kind = error instanceof CallFailure ? error.outcome.kind : 'failed';
  return kind === 'superseded' || (kind === 'failed' && failures < triesMore);
}
