import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, globSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canLimitFiles, limitFiles } from '../../scripts/file-limit.ts';
import { AcknowledgedFile, acknowledgedFileName } from '../ground/core/index.ts';
import { isLivingPostmaster, readPostmasterFile } from '../ground/database/postmaster-file.ts';
import { withDatabase } from '../ground/database/settings.ts';
import { createTestDatabase, type TestDatabase } from '../ground/database/test-database.ts';

let folder: string;
let database: TestDatabase;
const servers: Server[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-main-'));
  database = await createTestDatabase();
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
  // A failed test must not leave a PostgreSQL process behind.
  const left = readPostmasterFile(join(folder, 'postgres'));
  if (left !== null && isLivingPostmaster(left.pid, join(folder, 'postgres'))) process.kill(left.pid, 'SIGQUIT');
  await database.drop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

describe('stopping the server', () => {
  test('waits only briefly for a client that does not finish its request', async () => {
    const server = run({ DATABASE_URL: database.settings.url });
    const port = Number(await server.line(/open at http:\/\/[^:]+:(\d+)/));
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined);
    await once(client, 'connect');
    client.write(
      'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    // The answer to a second client shows that the server has read the first one's headers.
    await fetch(`http://127.0.0.1:${port}/healthz`);
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(server.output()).toContain('Stopped.');
    expect(server.output()).toContain('the stop has written a verified snapshot');
    client.destroy();
  });

  test('during the start also stops what was already started', async () => {
    const server = run({ DATA_DIR: folder });
    const postmaster = Number(await server.line(/PostgreSQL started \(process (\d+)\)/));
    expect(isAlive(postmaster)).toBe(true);
    server.child.kill('SIGINT');
    expect(await server.exit).toBe(0);
    expect(server.output()).toContain('PostgreSQL stopped.');
    expect(server.output()).not.toContain('open at');
    // The parent process may take a moment to reap the exited process.
    await expect.poll(() => isAlive(postmaster)).toBe(false);
  });

  test.skipIf(process.platform !== 'linux')(
    'times out if PostgreSQL does not answer, and reports that PostgreSQL is left running',
    async () => {
      const server = run({ DATA_DIR: folder, STOP_TIMEOUT: '2' });
      const postmaster = Number(await server.line(/PostgreSQL started \(process (\d+)\)/));
      await server.line(/open at (http)/);
      // While the postmaster is frozen no child begins, and none that ends is gone.
      process.kill(postmaster, 'SIGSTOP');
      const children = childrenOf(postmaster);
      try {
        for (const pid of children) process.kill(pid, 'SIGSTOP');
        server.child.kill('SIGTERM');
        expect(await server.exit).toBe(1);
        expect(server.output()).toContain('Not everything stopped within 2 seconds.');
        expect(server.output()).toContain(`PostgreSQL (process ${postmaster}) is left running`);
      } finally {
        // The postmaster last: it forgets those that have ended.
        for (const pid of [...children, postmaster]) process.kill(pid, 'SIGCONT');
        process.kill(postmaster, 'SIGINT');
        await ended(postmaster);
      }
    },
  );
});

describe.runIf(canLimitFiles)('a full disk', () => {
  const count = (text: string, part: string): number => text.split(part).length - 1;

  test('interrupts the demo chain and the file of the acknowledged head, which continue by themselves', async () => {
    const server = run({ DATABASE_URL: database.settings.url });
    await server.line(/open at (http)/);
    const pid = server.child.pid ?? 0;
    limitFiles([pid], 0);
    await server.line(/(the file of the demo chain cannot be written)/);
    await server.line(/(the acknowledged head cannot be written to its file)/);
    limitFiles([pid], null);
    await server.line(/(the file of the demo chain is written again)/);
    await server.line(/(the acknowledged head is written to its file again)/);
    expect(count(server.output(), 'cannot be written')).toBe(2);
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  });

  test('that takes no log and no output does not end the server', async () => {
    const path = join(folder, 'output');
    const file = openSync(path, 'a');
    const server = run({ DATABASE_URL: database.settings.url }, undefined, file);
    closeSync(file);
    // Like `line`, this waits for as long as the test may take.
    await expect.poll(() => readFileSync(path, 'utf8'), { timeout: 180_000 }).toContain('open at http');
    const { size } = statSync(path);
    limitFiles([server.child.pid ?? 0], size + 10);
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(statSync(path).size).toBe(size + 10);
  });
});

describe.skipIf(process.platform === 'win32')('under npm start', () => {
  const supervisor = pathToFileURL(join(import.meta.dirname, '..', '..', 'scripts', 'keep-serving.ts')).href;
  const main = join(import.meta.dirname, 'main.ts');
  const program = `import { keepServing } from '${supervisor}'; await keepServing(${JSON.stringify(main)}, [], '.');`;

  test('the server is restarted after a crash, and stops when npm start is killed', async () => {
    const server = run({ DATABASE_URL: database.settings.url }, ['--input-type=module', '--eval', program]);
    await server.line(/open at (http)/);
    const [first = 0] = childrenOf(server.child.pid ?? 0);
    process.kill(first, 'SIGSEGV');
    await server.line(/crashed[^]+open at (http)/);
    const [second = 0] = childrenOf(server.child.pid ?? 0);
    expect(second).not.toBe(first);
    server.child.kill('SIGKILL');
    // The output closes when the server, which inherited it, has ended.
    await server.exit;
    expect(server.output()).toContain('npm start is gone: stopping');
    expect(server.output()).toContain('Stopped.');
    await expect.poll(() => isAlive(second)).toBe(false);
  });
});

describe('a database that lacks acknowledged orders', () => {
  test('ends the start with exit code 76 until an operator accepts the loss', async () => {
    const environment = { DATABASE_URL: database.settings.url };
    const acknowledged = new AcknowledgedFile(join(folder, acknowledgedFileName));
    const head = { batchId: 7, sequence: 9, eventsHash: 'feed' };
    await acknowledged.write({ generation: 1, epoch: 1, head });
    const refused = run(environment);
    expect(await refused.exit).toBe(76);
    expect(refused.output()).toMatch(/^The database is empty, but batch 7 .+ was acknowledged/m);
    expect(refused.output()).not.toContain('    at ');

    const accepting = join(import.meta.dirname, 'accept-loss.ts');
    const asking = run(environment, [accepting, '--by', 'Ada']);
    expect(await asking.exit).toBe(1);
    expect(asking.output()).toContain('There is no terminal to confirm this on; add --yes to accept the loss.');
    const accepted = run(environment, [accepting, '--by', 'Ada', '--yes']);
    expect(await accepted.exit).toBe(0);
    expect(await database.query('select accepted_by from core.accepted_losses')).toMatchObject([
      { accepted_by: expect.stringMatching(/^Ada \(.+\)$/) as string },
    ]);
    expect(acknowledged.read()).toMatchObject({ generation: 2, head: { batchId: 0 } });
  });
});

describe('a start that fails for a known reason explains it in one sentence', () => {
  test('if the port is taken, before anything else is started', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const server = run({ DATABASE_URL: database.settings.url, PORT: String(port) });
    expect(await server.exit).toBe(1);
    expect(server.output()).toMatch(new RegExp(`^Port ${port} of 127.0.0.1 is taken .+PORT=${port + 1}\\.$`, 'm'));
    expect(server.output()).not.toMatch(/ at |Recovering/);
    other.close();
  });

  test('if the database does not exist', async () => {
    const server = run({ DATABASE_URL: withDatabase(database.settings, 'bourse_nowhere').url });
    expect(await server.exit).toBe(1);
    expect(server.output()).toContain(
      'PostgreSQL has no database "bourse_nowhere"; create it, or correct DATABASE_URL.',
    );
    expect(server.output()).not.toContain('    at ');
  });

  test('if no PostgreSQL answers', async () => {
    const server = run({ DATABASE_URL: 'postgresql://somebody:word@127.0.0.1:9/bourse_x' });
    expect(await server.exit).toBe(1);
    expect(server.output()).toContain('No PostgreSQL answers at 127.0.0.1, port 9; start it, or correct DATABASE_URL.');
    expect(server.output()).not.toContain('    at ');
  });
});

interface Server {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  readonly output: () => string;
  /** The first group of the pattern in the first line that matches. */
  readonly line: (pattern: RegExp) => Promise<string>;
  readonly kill: () => Promise<void>;
}

function run(
  environment: Readonly<Record<string, string>>,
  parameters: readonly string[] = [join(import.meta.dirname, 'main.ts')],
  output: 'pipe' | number = 'pipe',
): Server {
  const child = spawn(process.execPath, parameters, {
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: '',
      MODE: 'demo',
      CONSOLE_LISTEN: 'off',
      SIMULATOR: 'off',
      ...environment,
    },
  });
  let text = '';
  const wake = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      for (const look of wake) look();
    });
  }
  const exit = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  const line = async (pattern: RegExp): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const look = (): void => {
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    };
    wake.add(look);
    look();
    const over = exit.then((code) => Promise.reject(new Error(`The server ended with ${code}:\n${text}`)));
    return Promise.race([promise, over]);
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exit;
  };
  const server = { child, exit, output: () => text, line, kill };
  servers.push(server);
  return server;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function ended(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
}

function childrenOf(parent: number): number[] {
  return globSync('/proc/[0-9]*/stat').flatMap((file) => {
    try {
      // The format is: pid (name) state parent …
      const fields = readFileSync(file, 'utf8')
        .replace(/\(.*\)/, 'name')
        .split(' ');
      return Number(fields[3]) === parent ? [Number(fields[0])] : [];
    } catch {
      return [];
    }
  });
}
