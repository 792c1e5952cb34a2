import { languageOf } from '@bourse/contract/texts';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf, networkOf, socketPath, socketPolicy } from '../../gateway/index.ts';
import { type HubParts, SocketHub } from './hub.ts';

export { defaultSocketOptions, type SocketHub, type SocketOptions } from './hub.ts';

/** A batch of 20 orders that say all they can. */
const maxMessageBytes = 16_384;
/** Parts that a message may come in; browsers send it in one. */
const maxParts = 16;
/** Pieces of a part that may wait for the rest of it; a part of the longest message comes in a dozen packets. */
const maxPieces = 64;

/**
 * Serves `/ws`. A browser may connect from our own page only, at `ownOrigin` if that is known; other programs send no
 * `Origin` and may connect. The query `lang` chooses the language of names in private messages.
 */
export async function registerSocket(
  app: FastifyInstance,
  parts: HubParts,
  ownOrigin: string | null = null,
): Promise<SocketHub> {
  const hub = new SocketHub(parts);
  await app.register(websocket, {
    // Pings are answered by the hub, which counts them.
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
    // Clients are told and closed by the hub, before the server closes.
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
 * Whether a client broke the rules of the protocol, or its line broke: anybody can do that as often as he likes, so
 * nobody is told.
 */
function isOfTheLine(error: Error): boolean {
  return 'syscall' in error || ('code' in error && String(error.code).startsWith('WS_ERR_'));
}

function isOwnPage(request: FastifyRequest, ownOrigin: string | null): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  // The host is what a client says it is; where it is known better, it is not asked for.
  if (ownOrigin !== null) return origin === ownOrigin;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

function languageParameter(request: FastifyRequest): string | undefined {
  const { query } = request;
  if (typeof query !== 'object' || query === null || !('lang' in query)) return undefined;
  return typeof query.lang === 'string' ? query.lang : undefined;
}
