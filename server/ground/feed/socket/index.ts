import { languageOf } from '@bourse/contract/texts';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf, networkOf, socketPath, socketPolicy } from '../../gateway/index.ts';
import { type HubParts, SocketHub } from './hub.ts';

export type { SocketHub } from './hub.ts';
export { defaultSocketOptions, type SocketOptions } from './options.ts';

/** The maximum message size: enough for a batch of 20 orders with every optional field. */
const maxMessageBytes = 16_384;
/** The maximum number of fragments of a message; browsers send one. */
const maxParts = 16;
/** The maximum number of chunks buffered for an incomplete fragment; the longest message arrives in a dozen packets. */
const maxPieces = 64;

/**
 * Serves `/ws`. Browsers may connect only from the exchange's own page, whose origin is `ownOrigin` if known; other
 * programs send no `Origin` header and may connect. The query parameter `lang` sets the language of names in private
 * messages.
 */
export async function registerSocket(
  app: FastifyInstance,
  parts: HubParts,
  ownOrigin: string | null = null,
): Promise<SocketHub> {
  const hub = new SocketHub(parts);
  await app.register(websocket, {
    // The hub answers pings, because it counts them.
    options: {
      maxPayload: maxMessageBytes,
      maxFragments: maxParts,
      maxBufferedChunks: maxPieces,
      perMessageDeflate: false,
      autoPong: false,
    },
    errorHandler: (error, socket, request) => {
      if (!isOfTheLine(error)) request.log.error({ err: error, reqId: request.id }, 'a socket failed unexpectedly');
      socket.terminate();
    },
    // The hub notifies and closes its clients before the server closes.
    preClose: (closed: () => void) => {
      void hub.stop().then(closed);
    },
  });
  app.get(
    socketPath,
    {
      websocket: true,
      config: { policy: socketPolicy },
      onRequest: async (request, reply) => {
        if (!isOwnPage(request, ownOrigin)) return reply.code(403).send();
        if (!hub.hasRoomFor(networkOf(addressOf(request)))) return reply.code(429).header('retry-after', '10').send();
        return undefined;
      },
    },
    (socket, request) => {
      const language = languageOf(languageParameter(request));
      hub.connect({ socket, line: request.raw.socket, address: addressOf(request), language });
    },
  );
  app.addHook('onReady', (ready) => {
    hub.start();
    ready();
  });
  return hub;
}

/**
 * Whether the client violated the protocol or its connection failed. Any client can cause that at will, so it is not
 * logged.
 */
function isOfTheLine(error: Error): boolean {
  return 'syscall' in error || ('code' in error && String(error.code).startsWith('WS_ERR_'));
}

function isOwnPage(request: FastifyRequest, ownOrigin: string | null): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  // The `Host` header comes from the client, so it is used only if the own origin is not configured.
  if (ownOrigin !== null) return origin === ownOrigin;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

function languageParameter(request: FastifyRequest): string | undefined {
  const { query } = request;
  if (typeof query !== 'object' || query === null || !('lang' in query)) return undefined;
  return typeof query.lang === 'string' ? query.lang : undefined;
}
