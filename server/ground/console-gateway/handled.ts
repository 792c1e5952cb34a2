import type { ConsoleCall, ConsoleOutput } from '@bourse/contract/console';
import type { ConsoleDone, ConsoleRefused } from './answer.ts';
import type { ExecutionResult, StaffMember, Subject } from './ports.ts';

/** Facts about a request without a session. */
export interface Entry {
  readonly address: string;
  readonly network: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** The session of the caller, for calls about it. */
  readonly staff: StaffMember | null;
  /** Sets the session's cookie for this many seconds; null removes it. */
  readonly setSession: (session: { readonly token: string; readonly maxAgeSeconds: number } | null) => void;
}

/** A table as CSV, and what it contains. */
export interface ConsoleFile {
  readonly ok: true;
  readonly name: string;
  readonly subject: Subject;
  /** Lines with their line feeds, the head first. */
  readonly lines: AsyncIterable<string>;
}

/** A confidential reading, with its subject for the audit log. */
export type Look<Data> = ConsoleDone<Data> & { readonly subject: Subject };

/** The output of a call, or of the action itself if others may have to approve it. */
export type ResultOf<C extends ConsoleCall> = C extends { readonly fourEyes: true }
  ? NonNullable<Extract<ConsoleOutput<C>, { readonly result: unknown }>['result']>
  : ConsoleOutput<C>;

/** The object of a reading, for its row in the audit log. */
export function about({ subject }: { readonly subject: Subject }) {
  return { subject, before: null };
}

/** The answer to an approved request, as it is stored. */
export function resultOf(answer: ConsoleDone<unknown> | ConsoleRefused): ExecutionResult {
  return answer.ok ? { ok: true, result: answer.data } : { ok: false, error: answer.error, details: answer.details };
}
