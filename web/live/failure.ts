import type { ErrorKey } from '@bourse/contract';
import type { Unhappy } from './envelope.ts';

/** The error of a call that did not succeed, for queries and forms. */
export class CallFailure extends Error {
  readonly outcome: Unhappy;

  constructor(outcome: Unhappy) {
    super(outcome.kind === 'refused' ? outcome.message : outcome.kind);
    this.name = 'CallFailure';
    this.outcome = outcome;
  }
}

/** The page's reaction to a failure. `reactionTo` is the only place that decides it. */
export interface Reaction {
  /** The message to show: a text of the server, one of the page, or none. */
  readonly say: { readonly text: string } | { readonly key: 'errors.session_ended' | 'errors.server_error' } | null;
  readonly forgetSession: boolean;
  readonly goToLogin: boolean;
}

const nothing: Reaction = { say: null, forgetSession: false, goToLogin: false };

/**
 * The error catalogue. 999 ends the session and opens the login page, with a message only for a user who was logged in;
 * 996 is ignored; a refusal shows the server's message; everything else is a server error. `session` is the current
 * token: a 999 for any other token is ignored, so that several failing calls end a session once.
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

/** The server's message for a refusal, to be shown next to the action; null for any other failure and for none. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return null;
  return error.outcome.message === '' ? null : error.outcome.message;
}

/** Whether the server refused a call for this reason. */
export function isRefusedFor(error: unknown, reason: ErrorKey): boolean {
  return error instanceof CallFailure && error.outcome.kind === 'refused' && error.outcome.error === reason;
}

/** Whether a request may have been carried out although no answer says so. */
export function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return true;
  return error.outcome.kind === 'failed' || isRefusedFor(error, 'outcome_pending');
}

/** Which part of a form each refusal is about, as lists of reasons; the first part with the reason has it. */
export function partOfRefusal<Part extends string>(
  error: unknown,
  parts: Readonly<Record<Part, readonly ErrorKey[]>>,
): Part | null {
  const names: readonly Part[] = Object.keys(parts).filter((name): name is Part => Object.hasOwn(parts, name));
  return names.find((part) => parts[part].some((reason) => isRefusedFor(error, reason))) ?? null;
}

/** Whether a read failed for a reason that passes by itself, so that asking later helps. */
export function isPassing(error: unknown): boolean {
  if (isRefusedFor(error, 'exchange_closed') || isRefusedFor(error, 'too_many_requests')) return true;
  return error instanceof CallFailure && error.outcome.kind === 'failed';
}

/** Retries of a read without a response. */
const maxRetries = 3;

/**
 * Whether a read is retried after `failures` failed attempts. A superseded read has not failed: the data on screen
 * stays valid and a later attempt brings the answer. A refused read would be refused again.
 */
export function isRetried(failures: number, error: unknown): boolean {
  const kind = error instanceof CallFailure ? error.outcome.kind : 'failed';
  return kind === 'superseded' || (kind === 'failed' && failures < maxRetries);
}
