import { createServer } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { Static } from 'typebox';
import { WebSocketServer, type WebSocket } from 'ws';
import type { BarePort, BareSent, BareTexts } from './feed-messages.ts';

/**
 * The baseline of the feed benchmark: plain `ws`. It accepts every client, answers `ping`, and on request sends texts
 * to all clients, with one `send` per text and client.
 */
const clients: WebSocket[] = [];
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  clients.push(socket);
  socket.on('error', () => socket.terminate());
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data) && data.toString() === 'ping') socket.send('pong');
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) say({ type: 'port', port: address.port });
});

process.on('message', ({ texts }: BareTexts) => void send(texts));
process.on('disconnect', () => process.exit());

async function send(texts: BareTexts['texts']): Promise<void> {
  const before = process.cpuUsage();
  const startMs = performance.now();
  for (const { atMs, text } of texts) {
    const waitMs = atMs - (performance.now() - startMs);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    for (const client of clients) client.send(text);
    await turn();
  }
  while (clients.some((client) => client.bufferedAmount > 0)) await turn();
  const { user, system } = process.cpuUsage(before);
  say({ type: 'sent', cpuUs: user + system });
}

function say(message: Static<typeof BarePort> | Static<typeof BareSent>): void {
  process.send?.(message);
}
