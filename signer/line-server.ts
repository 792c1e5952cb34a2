import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { Value } from 'typebox/value';
import { JournalUnwritable } from './journal.ts';
import { maxConnections, maxLineBytes, type SignerAnswer, signerRequest } from './protocol.ts';
import { type TransactionSigner, UnknownChain } from './transaction-signer.ts';

/** Requests of one connection that are answered at one time; further ones wait in its socket. */
const maxInProgress = 64;

/**
 * Answers requests on a Unix socket that only this user can open, or also its group, one JSON document a line. On
 * Windows the path is that of a named pipe.
 *
 * @param onFailure called with an error after which nothing may be signed until the process is started again
 */
export async function serveLines(
  path: string,
  signer: TransactionSigner,
  onFailure: (error: unknown) => void,
  sharesWithGroup = false,
): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    answerLines(socket, signer, onFailure);
  });
  server.maxConnections = maxConnections;
  if (process.platform !== 'win32') rmSync(path, { force: true });
  // No other user may open the socket between its creation and the change of its mode.
  const mask = process.umask(0o177);
  try {
    await listening(server, path);
  } finally {
    process.umask(mask);
  }
  if (process.platform !== 'win32') chmodSync(path, sharesWithGroup ? 0o660 : 0o600);
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  };
}

/**
 * Refuses a second signer on one journal, which would sign a slot twice. The name is released when the process ends in
 * whatever way; only Linux has such names. The journal itself notices other writers on all systems.
 *
 * @throws Error if another process holds the journal
 */
export async function holdJournal(journal: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const name = createHash('sha256').update(resolve(journal)).digest('hex').slice(0, 32);
  const server = createServer((socket) => socket.destroy());
  try {
    await listening(server, `\0bourse-signer-${name}`);
  } catch (error) {
    throw new Error(`Another signer uses ${journal}.`, { cause: error });
  }
  server.unref();
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(path, () => {
      server.off('error', fail);
      done();
    });
  });
}

function answerLines(socket: Socket, signer: TransactionSigner, onFailure: (error: unknown) => void): void {
  let rest = Buffer.alloc(0);
  let inProgress = 0;
  const write = (answer: SignerAnswer): void => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`);
  };
  const next = (): void => {
    for (let end = rest.indexOf(10); end >= 0 && inProgress < maxInProgress; end = rest.indexOf(10)) {
      if (end >= maxLineBytes) break;
      const line = rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
      inProgress += 1;
      answerTo(line, signer)
        .then(write, onFailure)
        .finally(() => {
          inProgress -= 1;
          if (socket.isPaused()) socket.resume();
          next();
        })
        .catch(onFailure);
    }
    if (inProgress >= maxInProgress || socket.writableNeedDrain) socket.pause();
    else if (rest.length >= maxLineBytes) {
      write({ id: null, error: 'the request is too long' });
      socket.destroySoon();
    }
  };
  socket.on('drain', () => socket.resume());
  socket.on('error', () => socket.destroy());
  socket.on('data', (data) => {
    if (socket.destroyed || socket.writableEnded) return;
    rest = Buffer.concat([rest, data]);
    next();
  });
}

async function answerTo(line: string, signer: TransactionSigner): Promise<SignerAnswer> {
  const request = parsed(line);
  if (!Value.Check(signerRequest, request)) return { id: idOf(request), error: 'the request is malformed' };
  const { id } = request;
  try {
    switch (request.method) {
      case 'depositXpub':
        return { id, text: signer.depositXpub(request.chain) };
      case 'address':
        return { id, text: signer.address(request.chain, request.wallet) };
      case 'coldAddress':
        return { id, text: signer.coldAddress(request.chain) };
      case 'check':
        return { id, checked: { refusal: signer.check(request.request) } };
      case 'slotOf':
        return { id, text: signer.slotOf(request.reference) };
      case 'sign':
        return { id, answer: await signer.sign(request.request) };
      default:
        return assertNever(request);
    }
  } catch (error) {
    if (error instanceof UnknownChain || error instanceof JournalUnwritable) return { id, error: error.message };
    throw error;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function idOf(request: unknown): number | null {
  const id = typeof request === 'object' && request !== null && 'id' in request ? request.id : null;
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : null;
}

function assertNever(value: never): never {
  throw new Error(`Unexpected ${JSON.stringify(value)}`);
}
