import { header } from '@bourse/contract';
import {
  consoleBackgroundHeader,
  consoleHeader,
  consolePrefix,
  type ConsoleCall,
  type ConsoleInput,
  type ConsoleOutput,
} from '@bourse/contract/console';
import { queryText } from '../../live/caller.ts';
import { ConsoleFailure, isConsoleRefusal, readConsoleEnvelope, type ConsoleResult } from './envelope.ts';

/** Timeout of a call; answers of commands wait for the journal. */
const callTimeoutMs = 20_000;

export interface ConsoleCallOptions {
  readonly signal?: AbortSignal;
  /** The same key on every attempt of one action, so that the server performs it once. */
  readonly idempotencyKey?: string;
  /** The page repeats this request by itself, so it does not renew the idle time of the session. */
  readonly background?: boolean;
  /** The caller asks for the one-time password itself; otherwise a dialog asks and the request is repeated. */
  readonly asksItself?: boolean;
}

export interface ConsoleAnswer<Data> {
  readonly data: Data;
  readonly repeated: boolean;
}

/** Makes a call of the console and resolves with its answer, or throws a `ConsoleFailure`. */
export type ConsoleCaller = <C extends ConsoleCall>(
  call: C,
  input: ConsoleInput<C>,
  options?: ConsoleCallOptions,
) => Promise<ConsoleAnswer<ConsoleOutput<C>>>;

export interface ConsoleCallerPorts {
  readonly fetch: typeof fetch;
  /** Asks for the one-time password; resolves with whether it was accepted. */
  readonly stepUp: () => Promise<boolean>;
  readonly onSessionEnded: () => void;
  /** The `date` header of every response. */
  readonly onDate: (date: string | null) => void;
}

export function createConsoleCaller(ports: ConsoleCallerPorts): ConsoleCaller {
  return async (call, input, options = {}) => {
    try {
      return await once(ports, call, input, options);
    } catch (error) {
      if (options.asksItself === true || !isConsoleRefusal(error, 'step_up_needed')) throw error;
      if (!(await ports.stepUp())) throw error;
      return once(ports, call, input, options);
    }
  };
}

async function once<C extends ConsoleCall>(
  ports: ConsoleCallerPorts,
  call: C,
  input: ConsoleInput<C>,
  options: ConsoleCallOptions,
): Promise<ConsoleAnswer<ConsoleOutput<C>>> {
  const outcome = await exchange(ports, call, input, options);
  if (outcome.kind === 'success') return { data: outcome.data, repeated: outcome.repeated };
  // Before a session there is none to end.
  if (outcome.kind === 'session_ended' && call.audience !== 'anyone') ports.onSessionEnded();
  throw new ConsoleFailure(outcome);
}

async function exchange<C extends ConsoleCall>(
  ports: ConsoleCallerPorts,
  call: C,
  input: ConsoleInput<C>,
  options: ConsoleCallOptions,
): Promise<ConsoleResult<ConsoleOutput<C>>> {
  const timeout = AbortSignal.timeout(callTimeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  let body: unknown;
  try {
    const answer = await ports.fetch(addressOfCall(call, input), {
      method: call.method,
      headers: headersOf(call, options),
      // The session is a cookie of this origin.
      credentials: 'same-origin',
      signal,
      ...(call.method === 'POST' ? { body: JSON.stringify(input) } : {}),
    });
    ports.onDate(answer.headers.get('date'));
    body = await answer.json();
  } catch {
    options.signal?.throwIfAborted();
    return { kind: 'failed', requestId: null };
  }
  return readConsoleEnvelope(call, body);
}

function headersOf(call: ConsoleCall, options: ConsoleCallOptions): Record<string, string> {
  return {
    [consoleHeader.name]: consoleHeader.value,
    ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
    ...(options.background === true ? { [consoleBackgroundHeader.name]: consoleBackgroundHeader.value } : {}),
    ...(options.idempotencyKey === undefined ? {} : { [header.idempotencyKey]: options.idempotencyKey }),
  };
}

/** The address of a call, with the query of a GET. */
function addressOfCall(call: ConsoleCall, input: unknown): string {
  return `${consolePrefix}${call.path}${call.method === 'GET' ? queryText(input) : ''}`;
}

/** Downloads the file of a call, without a timeout, or throws a `ConsoleFailure`. */
export async function fetchConsoleFile(
  ports: Pick<ConsoleCallerPorts, 'fetch' | 'onSessionEnded'>,
  call: ConsoleCall,
  input: unknown,
): Promise<Blob> {
  try {
    const answer = await ports.fetch(addressOfCall(call, input), {
      headers: headersOf(call, {}),
      credentials: 'same-origin',
    });
    if (answer.headers.get('content-type')?.startsWith('text/csv') === true) return await answer.blob();
    const outcome = readConsoleEnvelope(call, (await answer.json()) as unknown);
    if (outcome.kind === 'session_ended') ports.onSessionEnded();
    throw new ConsoleFailure(outcome.kind === 'success' ? { kind: 'failed', requestId: null } : outcome);
  } catch (error) {
    throw error instanceof ConsoleFailure ? error : new ConsoleFailure({ kind: 'failed', requestId: null });
  }
}
