import { readdirSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { measurement, type Row } from './table.ts';

/** Processor time used so far in microseconds, user and system together. */
export interface CpuTime {
  /** The thread that runs the server's event loop. */
  readonly mainThread: number;
  /** The server's other threads: garbage collector, compiler, snapshots. */
  readonly otherThreads: number;
  /** PostgreSQL: the postmaster and its current and past child processes. */
  readonly postgres: number;
  /** The processor time of this program, unless it is the server itself. */
  readonly load: number;
}

/** Reads the processor time of a server, its PostgreSQL and this program; null on systems other than Linux. */
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

/** The processor time per order between two readings, in microseconds. */
export function cpuPerOrder(before: CpuTime, after: CpuTime, orders: number): CpuTime {
  const each = (of: keyof CpuTime): number => (after[of] - before[of]) / orders;
  return {
    mainThread: each('mainThread'),
    otherThreads: each('otherThreads'),
    postgres: each('postgres'),
    load: each('load'),
  };
}

/** The processor time per order by process. On a shared machine it is more reliable than the throughput. */
export function cpuRows(name: string, { mainThread, otherThreads, postgres, load }: CpuTime): Row[] {
  const row = (metric: string, value: number): Row => measurement(name, metric, value, 'µs/order');
  return [
    row('CPU, server’s main thread', mainThread),
    row('CPU, server’s other threads', otherThreads),
    row('CPU, PostgreSQL', postgres),
    ...(load === 0 ? [] : [row('CPU, load program', load)]),
    row('CPU, total', mainThread + otherThreads + postgres + load),
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
      // The process ended in the meantime; its time is now included in its parent's.
    }
  }
  return sum;
}

/** `ended` is the time of child processes that have ended and were waited for. */
function used(file: string): { parent: number; own: number; ended: number } {
  const text = readFileSync(file, 'utf8');
  // The second field is a name in brackets that may contain any characters.
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
