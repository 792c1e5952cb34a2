import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Background } from '../../ground/background/index.ts';
import { openAppDatabase, openIdentityPool, type Schema } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import type { Contact } from './contact.ts';
import type { MessageContent } from './message.ts';
import { type Notify, type NotifySettings, openNotify } from './notify.ts';
import { codeIn, MailServer } from './testing/mail-server.ts';

const secrets = Buffer.alloc(32, 1);
const ann: Contact = { channel: 'email', address: 'Ann@Example.com', key: 'ann@example.com' };
const annsPhone: Contact = { channel: 'sms', address: '+4930123456', key: '+4930123456' };
const code: MessageContent = { template: 'code', purpose: 5, code: '042917' };
const letterhead = () => ({ site: 'Bourse', timeZone: 'UTC', origin: 'https://bourse.example' });

let database: TestDatabase;
let db: Kysely<Schema>;
let clock: { ms: number };
let logged: string[];
let open: { stop(): Promise<unknown> }[];

beforeEach(async () => {
  database = await createTestDatabase();
  db = openAppDatabase(openIdentityPool(database.settings));
  clock = { ms: 1_800_000_000_000 };
  logged = [];
  open = [];
});

afterEach(async () => {
  for (const part of open.toReversed()) await part.stop();
  await db.destroy();
  await database.drop();
});

async function mailServer(...options: Parameters<typeof MailServer.start>): Promise<MailServer> {
  const server = await MailServer.start(...options);
  open.push(server);
  return server;
}

function notifyWith(settings: Partial<NotifySettings>): Notify {
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const securityLog = { record: () => undefined };
  const background = new Background({ log, isClockTrusted: () => true, elapsed: () => performance.now() });
  const parts = { background, db, letterhead, log, securityLog, now: () => clock.ms };
  const opened = openNotify({ secrets, smtp: null, sms: null, keep: false, ...settings }, parts);
  const stop = async (): Promise<void> => {
    await background.stop();
    await opened.stop();
  };
  const notify = { ...opened, stop };
  open.push(notify);
  background.start();
  return notify;
}

const smtp = (url: string, encrypted = false) => ({ url, from: 'Bourse <no-reply@bourse.example>', encrypted });
const lastsTenMinutes = () => clock.ms + 600_000;

const states = async () =>
  database.query<{ state: string; attempts: number; sealed: Buffer | null }>(
    'select state, attempts, sealed from app.messages order by id',
  );

async function add(notify: Notify, content: MessageContent = code, contact: Contact = ann): Promise<void> {
  await notify.messages.add(db, { contact, language: 'de', content, expiresAtMs: lastsTenMinutes() });
}

test('codes are sent before announcements that were queued earlier', async () => {
  const notify = notifyWith({ smtp: smtp('smtp://127.0.0.1:1') });
  await add(notify, { template: 'announcement', title: 'News', content: 'Text.' });
  clock.ms += 1_000;
  await add(notify);
  const due = await notify.messages.due(['email'], 10);
  expect(due.map(({ template }) => template)).toEqual(['code', 'announcement']);
});

describe('a mail', () => {
  test('is sent as text and HTML in the recipient’s language, and its code is then deleted', async () => {
    const server = await mailServer();
    const notify = notifyWith({ smtp: smtp(server.url) });
    await add(notify);
    await notify.delivery.round();
    const mail = await server.mail(0);
    expect(mail).toMatchObject({ to: ['Ann@example.com'], from: 'no-reply@bourse.example' });
    expect(codeIn(mail.raw)).toBe('042917');
    expect(mail.raw).toContain('Content-Type: text/html');
    expect(mail.raw).toMatch(/^Subject: Bourse: .*Anmeldung/im);
    expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated/im);
    expect(await states()).toEqual([{ state: 'sent', attempts: 0, sealed: null }]);
  });

  test('is stored encrypted, and fails unsent if the secret has changed', async () => {
    const server = await mailServer();
    const before = notifyWith({ smtp: smtp('smtp://127.0.0.1:1') });
    await before.stop();
    await add(before);
    const [row] = await database.query<{ text: string }>('select m::text as text from app.messages m');
    expect(row?.text).not.toContain(Buffer.from('042917').toString('hex'));
    expect(row?.text).not.toContain('042917');
    const other = notifyWith({ smtp: smtp(server.url), secrets: Buffer.alloc(32, 2) });
    await other.delivery.round();
    expect(server.received).toEqual([]);
    expect(await states()).toEqual([{ state: 'failed', attempts: 0, sealed: null }]);
  });

  test('queued before a restart is sent after it', async () => {
    const server = await mailServer();
    const before = notifyWith({ smtp: smtp('smtp://127.0.0.1:1') });
    await before.stop();
    await add(before);
    // No further message wakes the delivery: it looks for queued messages when it starts.
    notifyWith({ smtp: smtp(server.url) });
    expect(codeIn((await server.mail(0)).raw)).toBe('042917');
  });

  test('is retried at growing intervals while the mail server is down, and sent once it is back', async () => {
    const server = await mailServer();
    const notify = notifyWith({ smtp: smtp(server.url) });
    await server.stop();
    await add(notify);
    await notify.delivery.round();
    expect(await states()).toMatchObject([{ state: 'queued', attempts: 1 }]);
    clock.ms += 4_999;
    await notify.delivery.round();
    expect(await states()).toMatchObject([{ attempts: 1 }]);
    clock.ms += 1;
    await notify.delivery.round();
    expect(await states()).toMatchObject([{ attempts: 2 }]);
    await server.start();
    clock.ms += 15_000;
    await notify.delivery.round();
    expect(codeIn((await server.mail(0)).raw)).toBe('042917');
    expect(await states()).toMatchObject([{ state: 'sent' }]);
    expect(logged.join('')).not.toContain('042917');
  });

  test('to an unknown mailbox fails at once; to a busy one it is retried', async () => {
    const server = await mailServer();
    const notify = notifyWith({ smtp: smtp(server.url) });
    server.refused.set('ann@example.com', 550);
    await add(notify);
    await notify.delivery.round();
    expect(await states()).toEqual([{ state: 'failed', attempts: 0, sealed: null }]);
    expect(logged.join('')).toContain('a message was not delivered');
    expect(logged.join('')).not.toContain('042917');
    server.refused.set('ann@example.com', 451);
    await add(notify);
    await notify.delivery.round();
    expect(await states()).toMatchObject([{ state: 'failed' }, { state: 'queued', attempts: 1 }]);
  });

  test('fails when its code has expired', async () => {
    const server = await mailServer();
    const notify = notifyWith({ smtp: smtp(server.url) });
    await notify.stop();
    await add(notify);
    clock.ms += 600_000;
    await notifyWith({ smtp: smtp(server.url) }).delivery.round();
    expect(await states()).toMatchObject([{ state: 'failed', sealed: null }]);
    expect(server.received).toEqual([]);
  });

  test('keeps its message id when it is sent again, and no other mail has the same id', async () => {
    const server = await mailServer();
    const notify = notifyWith({ smtp: smtp(server.url) });
    await add(notify);
    await add(notify);
    await notify.delivery.round();
    await database.query(
      `update app.messages m set state = 'queued', sealed = $1 where id = (select min(id) from app.messages)`,
      [(await sealedAgain(notify)) ?? null],
    );
    await notify.delivery.round();
    const ids = server.received.map(({ raw }) => /^Message-ID: (\S+)/im.exec(raw)?.[1]);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(2);
  });

  /** Restores the content of a sent message, as after a crash between sending and marking it as sent. */
  async function sealedAgain(notify: Notify): Promise<Buffer | undefined> {
    await notify.messages.add(db, { contact: ann, language: 'de', content: code, expiresAtMs: 0 }, true);
    const rows = await database.query<{ sealed: Buffer }>(`select sealed from app.messages where state = 'pretended'`);
    return rows[0]?.sealed;
  }
});

describe('a mail server', () => {
  const withLogin: SMTPServerOptions = {
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth: (auth, _session, answer) => {
      if (auth.username === 'venue' && auth.password === 'hush') answer(null, { user: 'venue' });
      else answer(new Error('wrong'));
    },
  };

  test('is used over STARTTLS with a login', async () => {
    const server = await mailServer(withLogin);
    const url = `smtp://venue:hush@127.0.0.1:${server.port}/?tls.rejectUnauthorized=false`;
    const notify = notifyWith({ smtp: smtp(url, true) });
    await add(notify);
    await notify.delivery.round();
    expect(await server.mail(0)).toMatchObject({ secure: true, user: 'venue' });
  });

  test('receives nothing without TLS where TLS is required', async () => {
    const server = await mailServer();
    const notify = notifyWith({ smtp: smtp(server.url, true) });
    await add(notify);
    await notify.delivery.round();
    expect(server.received).toEqual([]);
    expect(await states()).toMatchObject([{ state: 'queued', attempts: 1 }]);
  });

  test('that refuses our login leaves mail queued', async () => {
    const server = await mailServer(withLogin);
    const url = `smtp://venue:wrong@127.0.0.1:${server.port}/?tls.rejectUnauthorized=false`;
    const notify = notifyWith({ smtp: smtp(url, true) });
    await add(notify);
    await notify.delivery.round();
    expect(await states()).toMatchObject([{ state: 'queued', attempts: 1 }]);
  });
});

describe('a text message', () => {
  interface Posted {
    readonly body: unknown;
    readonly authorization: string | undefined;
  }

  async function provider(): Promise<{ url: string; posted: Posted[]; answers: number[] }> {
    const posted: Posted[] = [];
    const answers: number[] = [];
    const server: Server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
        posted.push({ body, authorization: request.headers.authorization });
        response.writeHead(answers.shift() ?? 202).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({
      stop: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, posted, answers };
  }

  test('is posted with number, text and token', async () => {
    const { url, posted } = await provider();
    const notify = notifyWith({ sms: { url, token: 't0ken' } });
    await add(notify, code, annsPhone);
    await notify.delivery.round();
    expect(posted).toEqual([
      {
        authorization: 'Bearer t0ken',
        body: {
          to: '+4930123456',
          text: 'Bourse, Anmeldung: 042917. 10 Minuten gültig. Nicht weitergeben.',
          id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        },
      },
    ]);
    expect(await states()).toMatchObject([{ state: 'sent' }]);
  });

  test.each([
    [500, 'queued'],
    [429, 'queued'],
    [401, 'queued'],
    [400, 'failed'],
    [422, 'failed'],
    [302, 'queued'],
  ])('answered with %i is %s', async (status, state) => {
    const { url, answers } = await provider();
    answers.push(status);
    const notify = notifyWith({ sms: { url, token: null } });
    await add(notify, code, annsPhone);
    await notify.delivery.round();
    expect(await states()).toMatchObject([{ state }]);
    expect(logged.join('')).not.toContain('042917');
  });

  test('is sent even if the mail server is down', async () => {
    const { url, posted } = await provider();
    const notify = notifyWith({ smtp: smtp('smtp://127.0.0.1:1'), sms: { url, token: null } });
    await add(notify);
    await add(notify, code, annsPhone);
    await notify.delivery.round();
    expect(posted).toHaveLength(1);
    expect(await states()).toMatchObject([{ state: 'queued' }, { state: 'sent' }]);
  });
});

test('clean-up deletes old messages but not queued ones', async () => {
  const notify = notifyWith({ smtp: smtp('smtp://127.0.0.1:1'), keep: true });
  await notify.stop();
  await add(notify);
  await add(notify, code, annsPhone);
  clock.ms += 86_400_000;
  expect(await notify.messages.deleteOld()).toBe(1);
  expect(await states()).toMatchObject([{ state: 'queued' }]);
});
