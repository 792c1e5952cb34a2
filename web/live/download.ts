import type { Call, CallInput } from '@bourse/contract';
import type { CallerPorts } from './caller.ts';
import { callHeaders, queryText } from './caller.ts';
import { readEnvelope } from './envelope.ts';
import { CallFailure } from './failure.ts';

/** A call whose response is a file. */
type FileCall = Call & Required<Pick<Call, 'file'>>;

/** Downloads a file, without a timeout, or throws a `CallFailure`. A cancelled `signal` throws its own reason. */
export type Downloader = <C extends FileCall>(call: C, input: CallInput<C>, signal?: AbortSignal) => Promise<Blob>;

export function createDownloader(ports: CallerPorts): Downloader {
  return async (call, input, signal) => {
    const token = ports.token();
    try {
      const answer = await ports.fetch(`/api/${call.path}${queryText(input)}`, {
        headers: callHeaders(ports, token, call, {}),
        ...(signal === undefined ? {} : { signal }),
      });
      if (answer.headers.get('content-type')?.startsWith(call.file) === true) return await answer.blob();
      const outcome = readEnvelope(call, (await answer.json()) as unknown, token);
      throw new CallFailure(outcome.kind === 'success' ? { kind: 'failed' } : outcome);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof CallFailure ? error : new CallFailure({ kind: 'failed' });
    }
  };
}
