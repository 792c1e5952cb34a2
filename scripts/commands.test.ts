import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canLimitFiles } from './file-limit.ts';
import { keepServing } from './keep-serving.ts';
import { findNode } from './pinned-node.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-commands-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a lock', () => {
  test('lets only one of several processes work at a time', async () => {
    // Each process logs its beginning and its end; these must not interleave.
    const work = `appendFileSync(log, 'begin '); await pause(20); appendFileSync(log, 'end ');`;
    await Promise.all([1, 2, 3, 4].map(() => holdLock(work)));
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('begin end '.repeat(4));
  });

  test('of a dead process is taken over by exactly one waiting process', async () => {
    const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(gone, 'exit');
    mkdirSync(join(folder, 'lock'));
    writeFileSync(join(folder, 'lock', 'holder'), `${gone.pid} ${hostname()}`);
    const work = `appendFileSync(log, 'begin '); await pause(20); appendFileSync(log, 'end ');`;
    await Promise.all([1, 2, 3, 4].map(() => holdLock(work)));
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('begin end '.repeat(4));
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  test('held on another machine is taken over after a long silence', async () => {
    mkdirSync(join(folder, 'lock'));
    writeFileSync(join(folder, 'lock', 'holder'), '1 another-machine');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(join(folder, 'lock'), longAgo, longAgo);
    await holdLock(`appendFileSync(log, 'done');`);
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('done');
  });

  function holdLock(work: string): Promise<number> {
    const program = `
      import { appendFileSync } from 'node:fs';
      import { setTimeout as pause } from 'node:timers/promises';
      import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))};
      const log = ${JSON.stringify(join(folder, 'log'))};
      await withLock(${JSON.stringify(join(folder, 'lock'))}, async () => { ${work} });`;
    return evaluate(program);
  }
});

describe('installing', () => {
  beforeEach(() => {
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    // Replaces npm: empties node_modules as "npm ci" does, takes some time, and counts its runs.
    writeFileSync(
      join(folder, 'npm-stand-in.cjs'),
      `const fs = require('node:fs');
       fs.rmSync('node_modules', { recursive: true, force: true });
       fs.writeFileSync('environment', Object.keys(process.env).join('\\n'));
       fs.appendFileSync('installed', process.argv.slice(2).join(' ') + '\\n');
       setTimeout(() => { fs.mkdirSync('node_modules'); process.exit(Number(process.env.npm_outcome ?? 0)); }, 50);`,
    );
  });

  test('happens once for two concurrent commands, with dev and optional dependencies', async () => {
    expect(await Promise.all([install(), install()])).toEqual([0, 0]);
    expect(readFileSync(join(folder, 'installed'), 'utf8')).toBe(
      'ci --include=dev --include=optional --ignore-scripts\n',
    );
    // The same for an installation by hand.
    const settings = readFileSync(join(import.meta.dirname, '..', '.npmrc'), 'utf8');
    expect(settings.split('\n')).toContain('ignore-scripts=true');
  });

  test('is repeated only when the lockfile changes', async () => {
    await install();
    await install();
    expect(installations()).toBe(1);
    writeFileSync(join(folder, 'package-lock.json'), '{ "changed": true }');
    await install();
    expect(installations()).toBe(2);
  });

  test('is retried after a failure', async () => {
    expect(await install({ npm_outcome: '7' })).toBe(1);
    expect(await install()).toBe(0);
    expect(installations()).toBe(2);
  });

  test('hands npm none of the venue’s secrets', async () => {
    await install({
      SECRET_KEY: 'x'.repeat(40),
      DATABASE_URL: 'postgresql://a:b@localhost/c',
      npm_config_color: 'false',
    });
    const environment = readFileSync(join(folder, 'environment'), 'utf8').split('\n');
    expect(environment).toEqual(expect.arrayContaining(['PATH', 'npm_config_color']));
    expect(environment).not.toEqual(expect.arrayContaining(['SECRET_KEY']));
    expect(environment).not.toEqual(expect.arrayContaining(['DATABASE_URL']));
  });

  function install(environment: Readonly<Record<string, string>> = {}): Promise<number> {
    const program = `
      import { ensureInstalled } from ${JSON.stringify(join(import.meta.dirname, 'install.mjs'))};
      await ensureInstalled(${JSON.stringify(folder)});`;
    return evaluate(program, { npm_execpath: join(folder, 'npm-stand-in.cjs'), ...environment });
  }

  function installations(): number {
    return readFileSync(join(folder, 'installed'), 'utf8').trim().split('\n').length;
  }
});

describe('the Node version that programs run on', () => {
  test('is the current one when none is pinned and the current one is new enough', () => {
    expect(findNode(folder)).toBe(process.execPath);
  });

  test('is not a pinned one that cannot run on this machine', () => {
    const bin = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'node'), 'not a program', { mode: 0o755 });
    expect(findNode(folder)).toBe(process.execPath);
  });
});

describe('a child program', () => {
  test('receives each signal once, and its exit code becomes that of the parent', async () => {
    writeFileSync(
      join(folder, 'server.mjs'),
      `let signals = 0;
       process.on('SIGTERM', () => { signals += 1; setTimeout(() => process.exit(40 + signals), 50); });
       setInterval(() => undefined, 1000);
       process.stdout.write('serving');`,
    );
    const program = `
      import { runToEnd } from ${JSON.stringify(join(import.meta.dirname, 'child.mjs'))};
      process.exitCode = await runToEnd(process.execPath, [${JSON.stringify(join(folder, 'server.mjs'))}]);`;
    const command = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    await once(command.stdout, 'data');
    // Sent to the command's whole process group, as a terminal does, and once more, as npm does.
    process.kill(-(command.pid ?? 0), 'SIGTERM');
    process.kill(command.pid ?? 0, 'SIGTERM');
    expect(await once(command, 'exit')).toEqual([41, null]);
  });

  test("is shut down in order when npm's intermediate shell has ended", async () => {
    const ended = join(folder, 'ended');
    writeFileSync(
      join(folder, 'server.mjs'),
      `import { writeFileSync } from 'node:fs';
       process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(ended)}, ''); process.exit(0); });
       setInterval(() => undefined, 1000);
       process.stdout.write('serving');`,
    );
    const program = `
      import { runToEnd } from ${JSON.stringify(join(import.meta.dirname, 'child.mjs'))};
      process.exitCode = await runToEnd(process.execPath, [${JSON.stringify(join(folder, 'server.mjs'))}]);`;
    // The parent dies of a signal without forwarding it, as a plain shell does.
    const shell = spawn(
      process.execPath,
      [
        '--eval',
        `require('node:child_process').spawn(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(program)}], { stdio: 'inherit' })`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(shell.stdout, 'data');
    shell.kill('SIGTERM');
    await once(shell, 'close');
    expect(existsSync(ended)).toBe(true);
  });
});

describe('the server under npm start', () => {
  test('restarts when it requests it; its other exit codes end the command', async () => {
    expect(await keepServing(endingWith([75, 75, 3]), [], folder, 1)).toBe(3);
    expect(starts()).toBe(3);
  });

  test('is never restarted when acknowledged orders are missing from the database', async () => {
    expect(await keepServing(endingWith([76, 3]), [], folder, 1)).toBe(76);
    expect(starts()).toBe(1);
  });

  test.skipIf(process.platform === 'win32')('restarts after a crash', async () => {
    expect(await keepServing(endingWith(['SIGABRT', 'SIGSEGV', 'SIGKILL', 3]), [], folder, 1)).toBe(3);
    expect(starts()).toBe(4);
  });

  test.skipIf(process.platform === 'win32')('does not restart after a stop by a signal', async () => {
    expect(await keepServing(endingWith(['SIGTERM', 3]), [], folder, 1)).toBe(143);
    expect(starts()).toBe(1);
  });

  test('is not restarted without limit when it ends right after each start', async () => {
    expect(await keepServing(endingWith(Array<number>(20).fill(75)), [], folder, 1)).toBe(75);
    expect(starts()).toBe(6);
  });

  /** A server that ends with the next of these exit codes or signals at each start. */
  function endingWith(ends: readonly (number | NodeJS.Signals)[]): string {
    const program = join(folder, 'main.mjs');
    writeFileSync(
      program,
      `import { appendFileSync, readFileSync } from 'node:fs';
       appendFileSync('starts', '.');
       const end = ${JSON.stringify(ends)}[readFileSync('starts').length - 1];
       if (typeof end === 'number') process.exit(end);
       process.kill(process.pid, end);
       setInterval(() => {}, 1_000);`,
    );
    return program;
  }

  function starts(): number {
    return readFileSync(join(folder, 'starts')).length;
  }
});

test.runIf(canLimitFiles)('a progress line on a full disk ends nothing, and later lines are printed', async () => {
  const path = join(folder, 'output');
  const program = `
    import { setImmediate } from 'node:timers/promises';
    import { progress } from ${JSON.stringify(join(import.meta.dirname, 'clock.mjs'))};
    import { withFileLimit } from ${JSON.stringify(join(import.meta.dirname, 'file-limit.ts'))};
    progress('one');
    await withFileLimit(0, async () => {
      progress('two');
      await setImmediate();
      progress('three');
      await setImmediate();
    });
    progress('four');`;
  const file = openSync(path, 'a');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', file, 'inherit'],
  });
  closeSync(file);
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(readFileSync(path, 'utf8')).toMatch(/^\[.+\] one\n\[.+\] four\n$/);
});

async function evaluate(program: string, environment: Readonly<Record<string, string>> = {}): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? -1;
}
