import { ChainUnavailable } from './adapter.ts';

export interface PostOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The time limit of a request. */
  readonly timeoutMs?: number;
}

/** Larger than a full block of any chain with all its receipts or scripts. */
const maxAnswerBytes = 64 * 1024 * 1024;

/**
 * Posts JSON to a node and returns the text of its answer with the HTTP status.
 *
 * @throws ChainUnavailable if the node does not answer in time, or answers too much
 */
export async function postJson(
  { url, headers = {}, timeoutMs = 30_000 }: PostOptions,
  body: object,
): Promise<{ readonly text: string; readonly status: number }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    return { text: await readText(response), status: response.status };
  } catch (error) {
    if (error instanceof ChainUnavailable) throw error;
    throw new ChainUnavailable('The node did not answer.', { cause: error });
  }
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) throw new ChainUnavailable('The answer of the node is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
