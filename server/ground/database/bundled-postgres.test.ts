import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startBundledPostgres } from './bundled-postgres.ts';
import type { BundledPostgres } from './bundled-postgres.ts';
import { choosePostgresUser, giveFolder } from './postgres-user.ts';
import { isLivingPostmaster, readPostmasterFile } from './postmaster-file.ts';
import { sessionName } from './sessions.ts';

const root = process.platform === 'linux' && process.geteuid?.() === 0;

let dataFolder: string;
const running: BundledPostgres[] = [];

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'bourse-pg-'));
});

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

describe('starting', () => {
  test('a new folder becomes a durable UTF-8 server on a private unix socket, with a bounded write-ahead log', async () => {
    const postgres = await start();
    const [row] = await query(
      postgres,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
              current_setting('max_wal_size') as wal, current_setting('listen_addresses') as tcp,
              current_setting('server_encoding') as encoding, current_database() as database`,
    );
    expect(row).toEqual({
      fsync: 'on',
      pages: 'on',
      wal: '256MB',
      tcp: '',
      encoding: 'UTF8',
      database: 'bourse',
    });
  });

  test.skipIf(process.platform !== 'linux')('PostgreSQL receives none of the server’s secrets', async () => {
    process.env['SECRET_KEY'] = 'x'.repeat(40);
    try {
      const postgres = await start();
      const environment = readFileSync(`/proc/${postgres.pid}/environ`, 'utf8').split('\0');
      expect(environment).toContain('LC_ALL=C');
      expect(environment.filter((variable) => variable.startsWith('SECRET_KEY'))).toEqual([]);
    } finally {
      delete process.env['SECRET_KEY'];
    }
  });

  test('a second start on the same folder reuses the running server', async () => {
    const first = await start();
    const second = await start();
    expect(second.pid).toBe(first.pid);
  });

  test('logins need a password, which only the user who runs the exchange can read', async () => {
    const postgres = await start();
    expect(statSync(join(dataFolder, 'postgres.password')).mode & 0o777).toBe(0o600);
    await expect(query(withoutPassword(postgres), 'select 1')).rejects.toThrow('password');
    const [row] = await query(
      postgres,
      `select count(*)::int as trusted from pg_hba_file_rules where auth_method = 'trust'`,
    );
    expect(row).toEqual({ trusted: 0 });
  });

  test('a cluster of an earlier version, which trusts every login, requires passwords after its next start', async () => {
    await query(await start(), 'create table kept (n int)');
    for (const postgres of running.splice(0)) await postgres.stop();
    writeFileSync(join(dataFolder, 'postgres', 'pg_hba.conf'), 'local all all trust\nhost all all all reject\n');
    rmSync(join(dataFolder, 'postgres.password'));

    const postgres = await start();
    expect(await query(postgres, 'select n from kept')).toEqual([]);
    await expect(query(withoutPassword(postgres), 'select 1')).rejects.toThrow('password');
  });

  test('a password file of another cluster is reported', async () => {
    await (await start()).stop();
    writeFileSync(join(dataFolder, 'postgres.password'), 'another\n');
    await expect(start()).rejects.toThrow('is not that of the bundled PostgreSQL');
    writeFileSync(join(dataFolder, 'postgres', 'pg_hba.conf'), 'local all all trust\n');
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('two concurrent first starts share one server', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    expect(first.pid).toBe(second.pid);
    expect(readdirSync(dataFolder).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  test('a folder whose path is too long for a socket gets a socket in the temporary folder', async () => {
    dataFolder = join(dataFolder, 'a'.repeat(60), 'b'.repeat(60));
    const postgres = await start();
    expect(new URL(postgres.settings.url).searchParams.get('host')).not.toContain('aaaa');
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
  });

  test('a server that outlived its exchange is taken over with its data', async () => {
    const first = await startInAnotherProcess();
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    expect(isLivingPostmaster(first.pid, join(dataFolder, 'postgres'))).toBe(true);

    const second = await start();
    expect(second.pid).toBe(first.pid);
    expect(await query(second, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(await second.stop()).toBe('stopped');
  });

  test('a stale process file that names another running program does not prevent the start', async () => {
    await (await start()).stop();
    // The state after a power failure if the process id now belongs to another program, here this test.
    const socketFolder = join(dataFolder, 'postgres.socket');
    const words = [process.pid, join(dataFolder, 'postgres'), 1, 5432, socketFolder, '', '  1 1', 'ready'];
    writeFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), `${words.join('\n')}\n`);
    writeFileSync(join(socketFolder, '.s.PGSQL.5432.lock'), `${words.join('\n')}\n`);
    const postgres = await start();
    expect(postgres.pid).not.toBe(process.pid);
  });

  test('a cluster left incomplete by a killed first start is created again', async () => {
    mkdirSync(join(dataFolder, 'postgres.new-999999999-abcd', 'base'), { recursive: true });
    const postgres = await start();
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(dataFolder, 'postgres.new-999999999-abcd'))).toBe(false);
  });

  test('a server that cannot start is reported with the end of its own log', async () => {
    await (await start()).stop();
    rmSync(join(dataFolder, 'postgres', 'global', 'pg_control'));
    await expect(start()).rejects.toThrow(/could not find the database system|pg_control/);
  });

  test('a folder of another major version, or with other contents, is refused in one sentence', async () => {
    mkdirSync(join(dataFolder, 'postgres'));
    await expect(start()).rejects.toThrow('is not a PostgreSQL data folder');
    writeFileSync(join(dataFolder, 'postgres', 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow('was written by PostgreSQL 15, the bundled one is 18');
  });
});

describe('users', () => {
  test.runIf(root)('a folder that belongs to another user is served as that user', async () => {
    await (await start()).stop();
    chmodSync(dataFolder, 0o755);
    giveFolder({ kind: 'other', uid: 65534, gid: 65534 }, dataFolder);
    const postgres = await start();
    expect(statSync(`/proc/${postgres.pid}`).uid).toBe(65534);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.runIf(root)('an unprivileged user starts it as itself', async () => {
    chownSync(dataFolder, 65534, 65534);
    const other = await startInAnotherProcess(65534);
    expect(statSync(`/proc/${other.pid}`).uid).toBe(65534);
    other.process.kill('SIGKILL');
    await once(other.process, 'exit');
    const postgres = await start();
    expect(postgres.pid).toBe(other.pid);
  });

  test('root runs it as an unprivileged user where namespaces are not allowed', () => {
    const chosen = choosePostgresUser(join(dataFolder, 'postgres'), () => false);
    expect(chosen).toEqual(root ? { kind: 'other', uid: 65534, gid: 65534 } : { kind: 'ourselves' });
  });
});

describe('a PostgreSQL that dies', () => {
  test('is restarted after kill -9 with all committed data', async () => {
    const postgres = await start();
    await query(postgres, 'create table kept (n int)');
    await query(postgres, 'insert into kept values (7)');
    const killed = postgres.pid;
    const states: string[] = [];
    const back = new Promise<void>((resolve) => {
      postgres.onChange((state) => {
        states.push(state.state);
        if (state.state === 'running') resolve();
      });
    });
    process.kill(killed, 'SIGKILL');
    await back;
    expect(states).toEqual(['down', 'running']);
    expect(postgres.pid).not.toBe(killed);
    expect(await query(postgres, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  test('is restarted when the remaining processes of the killed one have ended', async () => {
    const postgres = await start();
    const busy = await connect(postgres);
    // A busy session notices the death of its parent only when it is idle.
    const work = busy.query('select count(*) from generate_series(1, 4000000) as a(n) where md5(n::text) = $1', ['']);
    const outcome = work.then(
      () => 'finished',
      () => 'lost',
    );
    const active = `select state from pg_stat_activity where query like '%md5%' and pid <> pg_backend_pid()`;
    await expect.poll(() => query(postgres, active)).toEqual([{ state: 'active' }]);
    const back = untilRunning(postgres);
    process.kill(postgres.pid, 'SIGKILL');
    await back;
    await outcome;
    await busy.end();
    expect(readFileSync(join(dataFolder, 'postgres.log'), 'utf8')).toContain('pre-existing shared memory block');
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is reported with its reason, and retried as long as it cannot start', async () => {
    const postgres = await start();
    const control = join(dataFolder, 'postgres', 'global', 'pg_control');
    const bytes = readFileSync(control);
    const reported = new Promise<void>((resolve, reject) => {
      postgres.onChange((state) => {
        if (state.state === 'running') reject(new Error('started without its control file'));
        else if (state.reason.includes('did not start')) resolve();
      });
    });
    rmSync(control);
    process.kill(postgres.pid, 'SIGKILL');
    await reported;
    const back = untilRunning(postgres);
    writeFileSync(control, bytes, { mode: 0o600 });
    await back;
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('stopping', () => {
  test('shuts the server down cleanly and leaves no process', async () => {
    const postgres = await start();
    const pid = postgres.pid;
    expect(await postgres.stop()).toBe('stopped');
    expect(isLivingPostmaster(pid, join(dataFolder, 'postgres'))).toBe(false);
    expect(readPostmasterFile(join(dataFolder, 'postgres'))).toBeNull();
    expect(readFileSync(join(dataFolder, 'postgres.log'), 'utf8')).toContain('database system is shut down');
  });

  test('keeps the server running for another exchange that uses it', async () => {
    const postgres = await start();
    const other = await connect(postgres, sessionName('core').replace(String(process.pid), '1'));
    expect(await postgres.stop()).toBe('left_running');
    await other.query('select 1');
    await other.end();
    const last = await start();
    await expect.poll(() => last.stop()).toBe('stopped');
  });
});

async function start(): Promise<BundledPostgres> {
  const postgres = await startBundledPostgres({ dataFolder });
  running.push(postgres);
  return postgres;
}

function untilRunning(postgres: BundledPostgres): Promise<void> {
  return new Promise((resolve) => {
    postgres.onChange((state) => {
      if (state.state === 'running') resolve();
    });
  });
}

function withoutPassword({ settings }: BundledPostgres): Pick<BundledPostgres, 'settings'> {
  const url = new URL(settings.url);
  url.searchParams.delete('password');
  return { settings: { url: url.href } };
}

async function connect(postgres: Pick<BundledPostgres, 'settings'>, name = 'test'): Promise<Client> {
  const client = new Client({ connectionString: postgres.settings.url, application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function query(postgres: Pick<BundledPostgres, 'settings'>, text: string): Promise<object[]> {
  const client = await connect(postgres);
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Another exchange process that starts PostgreSQL, stores a row and waits to be killed. */
async function startInAnotherProcess(
  uid = process.geteuid?.() ?? 0,
): Promise<{ process: ReturnType<typeof spawn>; pid: number }> {
  const module = join(import.meta.dirname, 'bundled-postgres.ts');
  const script = `
    import { startBundledPostgres } from ${JSON.stringify(module)};
    import { Client } from 'pg';
    const postgres = await startBundledPostgres({ dataFolder: ${JSON.stringify(dataFolder)} });
    const client = new Client({ connectionString: postgres.settings.url });
    await client.connect();
    await client.query('create table kept (n int)');
    await client.query('insert into kept values (1)');
    process.stdout.write(String(postgres.pid));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
    uid,
    gid: uid,
  });
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, pid: Number(output.toString()) };
}
