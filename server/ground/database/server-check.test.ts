import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { Client } from 'pg';
import type { CustomTypesConfig, FieldDef } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inspectServer, refuseUnsuitableServer, unsuitable } from './server-check.ts';
import type { ServerFacts } from './server-check.ts';
import { createEmptyDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

const good: ServerFacts = {
  version: 180_004,
  encoding: 'UTF8',
  standby: false,
  fsync: true,
  fullPageWrites: true,
  sharedSessions: false,
};

describe('the requirements for a server', () => {
  test('accept a durable primary', () => {
    expect(unsuitable(good, true)).toEqual([]);
  });

  test.each([
    [{ fsync: false }, 'fsync = off'],
    [{ fullPageWrites: false }, 'full_page_writes = off'],
  ])('refuse %o in live mode but not in a demo', (fact, words) => {
    expect(unsuitable({ ...good, ...fact }, true).join()).toContain(words);
    expect(unsuitable({ ...good, ...fact }, false)).toEqual([]);
  });

  test.each([
    [{ standby: true }, 'standby'],
    [{ sharedSessions: true }, 'transaction pooler'],
    [{ version: 140_009 }, 'PostgreSQL 14; 15 or newer'],
    [{ encoding: 'SQL_ASCII' }, 'SQL_ASCII'],
  ])('refuse %o in both modes', (fact, words) => {
    expect(unsuitable({ ...good, ...fact }, true).join()).toContain(words);
    expect(unsuitable({ ...good, ...fact }, false).join()).toContain(words);
  });
});

describe('inspecting a server', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createEmptyDatabase();
  });

  afterEach(async () => {
    await database.drop();
  });

  test('returns its version, encoding and settings', async () => {
    const [row] = await database.query<{ fsync: string }>(`select current_setting('fsync') as fsync`);
    expect(await inspectServer(database.settings)).toMatchObject({
      encoding: 'UTF8',
      standby: false,
      fsync: row?.fsync === 'on',
      sharedSessions: false,
    });
  });

  test('detects a transaction pooler, which is refused without showing the password', async () => {
    const pooler = await startTransactionPooler(database.settings.url);
    try {
      expect((await inspectServer({ url: pooler.url })).sharedSessions).toBe(true);
      await expect(refuseUnsuitableServer({ url: pooler.url }, false)).rejects.toThrow(
        /^The database postgresql:\/\/ada:\*\*\*@.* cannot be used\. The address leads to a transaction pooler; use/,
      );
    } finally {
      await pooler.stop();
    }
  });
});

/**
 * Implements enough of the protocol to lend one of its sessions to a client per transaction, the last returned one
 * first, as such poolers do.
 */
async function startTransactionPooler(target: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const idle: Client[] = [];
  const all: Client[] = [];
  const borrow = async (): Promise<Client> => {
    const free = idle.pop();
    if (free !== undefined) return free;
    const opened = new Client({ connectionString: target });
    await opened.connect();
    all.push(opened);
    return opened;
  };
  const server = createServer((socket) => {
    serveClient(socket, borrow, (session) => idle.push(session));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `postgresql://ada:secret@127.0.0.1:${port}/any`,
    stop: async () => {
      server.close();
      for (const session of all) await session.end();
    },
  };
}

function serveClient(socket: Socket, borrow: () => Promise<Client>, giveBack: (session: Client) => void): void {
  let greeted = false;
  let inTransaction: Client | null = null;
  const answer = async (text: string): Promise<void> => {
    const session: Client = inTransaction ?? (await borrow());
    const result = await session.query<(string | null)[]>({ text, rowMode: 'array', types: AS_TEXT });
    if (text === 'begin') inTransaction = session;
    if (text === 'commit') inTransaction = null;
    if (inTransaction === null) giveBack(session);
    socket.write(resultMessages(result.fields, result.rows));
  };
  socket.on('data', (bytes: Buffer) => {
    if (!greeted) {
      greeted = true;
      socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]));
    } else if (bytes.toString('latin1', 0, 1) === 'Q') {
      void answer(bytes.toString('utf8', 5, bytes.length - 1));
    } else {
      socket.end();
    }
  });
}

const AS_TEXT: CustomTypesConfig = { getTypeParser: () => (text: string) => text };

function resultMessages(fields: readonly FieldDef[], rows: readonly (string | null)[][]): Buffer {
  const columns = fields.map((field) =>
    Buffer.concat([
      Buffer.from(`${field.name}\0`),
      int32(0),
      int16(0),
      int32(field.dataTypeID),
      int16(-1),
      int32(-1),
      int16(0),
    ]),
  );
  const cells = (row: (string | null)[]): Buffer[] =>
    row.map((cell) => (cell === null ? int32(-1) : Buffer.concat([int32(Buffer.byteLength(cell)), Buffer.from(cell)])));
  return Buffer.concat([
    message('T', int16(columns.length), ...columns),
    ...rows.map((row) => message('D', int16(row.length), ...cells(row))),
    message('C', Buffer.from('SELECT 1\0')),
    message('Z', Buffer.from('I')),
  ]);
}

function message(kind: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
