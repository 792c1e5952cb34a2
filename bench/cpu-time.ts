import { readdirSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { figure, type Row } from './table.ts';

/** Processor microseconds used so far, user and system together. */
export interface CpuTime {
  /** The thread that runs the server's event loop. */
  readonly mainThread: number;
  /** Everything else of the server's process: collector, compiler, snapshots. */
  readonly otherThreads: number;
  /** PostgreSQL: the postmaster, what it runs, and what it has run. */
  readonly postgres: number;
  /** This program, where it is not the server itself. */
  readonly load: number;
}

/**
 * Reads what a server, its PostgreSQL and this program have used; null where the system does not tell (it is Linux that
 * does).
 */
export function readCpuTime(server: number, postmaster: number): CpuTime | null {
  if (process.platform !== 'linux') return null;
  const whole = used(`/proc/${server}/stat`);
  const mainThread = used(`/proc/${server}/task/${server}/stat`);
  const { user, system } = process.cpuUsage();
  return {
    mainThread: mainThread.own,
    otherThreads: whole.own - mainThread.own,
    postgres: familyOf(postmaster),
    load: server === process.pid ? 0 : user + system,
  };
}

/** What one order cost between two readings, in microseconds. */
export function cpuPerOrder(before: CpuTime, after: CpuTime, orders: number): CpuTime {
  const each = (of: keyof CpuTime): number => (after[of] - before[of]) / orders;
  return {
    mainThread: each('mainThread'),
    otherThreads: each('otherThreads'),
    postgres: each('postgres'),
    load: each('load'),
  };
}

/** The cost of one order, by who bore it. On a machine that others use too it says more than a throughput. */
export function cpuRows(name: string, { mainThread, otherThreads, postgres, load }: CpuTime): Row[] {
  const row = (metric: string, value: number): Row => figure(name, metric, value, 'µs an order');
  return [
    row('CPU of the server’s main thread', mainThread),
    row('CPU of its other threads', otherThreads),
    row('CPU of PostgreSQL', postgres),
    ...(load === 0 ? [] : [row('CPU of the load program', load)]),
    row('CPU in all', mainThread + otherThreads + postgres + load),
  ];
}

function familyOf(postmaster: number): number {
  const { own, ended } = used(`/proc/${postmaster}/stat`);
  let sum = own + ended;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = used(`/proc/${entry}/stat`);
      if (stat.parent === postmaster) sum += stat.own + stat.ended;
    } catch {
      // It ended while we looked; its time is with its parent then.
    }
  }
  return sum;
}

/** `ended` is what children used that have ended and were waited for. */
function used(file: string): { parent: number; own: number; ended: number } {
  const text = readFileSync(file, 'utf8');
  // The second field is a name in brackets that may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (index: number): number => Number(fields[index]);
  return {
    parent: at(1),
    own: (at(11) + at(12)) * microsecondsPerTick,
    ended: (at(13) + at(14)) * microsecondsPerTick,
  };
}

const microsecondsPerTick =
  process.platform === 'linux' ? 1_000_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 0;
