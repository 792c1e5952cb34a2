import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** A node between the exchange and a real one, whose results a test can replace. */
export interface Relay {
  readonly url: string;
  /** Changes the result of a method; honest if null. */
  change: ((method: string, result: unknown) => unknown) | null;
  /** The number of answers with a changed result so far. */
  readonly changed: number;
  readonly stop: () => Promise<void>;
}

export async function openRelay(target: string): Promise<Relay> {
  let changed = 0;
  const server = createServer((request, response) => {
    const answer = async (): Promise<string> => {
      const body = await text(request);
      const { method } = JSON.parse(body) as { method: string };
      const { authorization } = request.headers;
      const headers = { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) };
      const honest = (await (await fetch(target, { method: 'POST', headers, body })).json()) as { result?: unknown };
      if (relay.change === null || !('result' in honest)) return JSON.stringify(honest);
      const result = relay.change(method, honest.result);
      if (result !== honest.result) changed += 1;
      return JSON.stringify({ ...honest, result });
    };
    answer().then(
      (sent) => response.end(sent),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  const relay: Relay = {
    url: `http://127.0.0.1:${address.port}`,
    change: null,
    get changed() {
      return changed;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return relay;
}
