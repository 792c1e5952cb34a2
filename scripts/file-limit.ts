import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/**
 * Whether the kernel can limit the files of single processes: only Linux has `prlimit`. A write at the limit is cut
 * short or fails with EFBIG, as one on a full disk is cut short or fails with ENOSPC.
 */
export const canLimitFiles = process.platform === 'linux';

/**
 * Sets the largest size of a file that these processes and their children can write; null removes the limit.
 * Reading, sockets and pipes are not limited.
 */
export function limitFiles(processes: readonly number[], bytes: number | null): void {
  // Processes started meanwhile inherit the limit, so parents come first.
  for (const process of processes) setLimit(process, bytes);
  for (const process of processes) for (const child of childrenOf(process)) setLimit(child, bytes);
}

/** Runs `work` while this process can write no file beyond a size, and removes the limit when it has ended. */
export async function withFileLimit<Result>(bytes: number, work: () => Result | Promise<Result>): Promise<Result> {
  setLimit(process.pid, bytes);
  try {
    return await work();
  } finally {
    setLimit(process.pid, null);
  }
}

/** Lowers the soft limit only, which the owner of a process may raise again. */
function setLimit(process: number, bytes: number | null): void {
  try {
    const { uid, gid } = statSync(`/proc/${process}`);
    const limit = `--fsize=${bytes ?? 'unlimited'}:`;
    execFileSync('prlimit', ['--pid', String(process), limit], { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    // A process that has ended needs no limit.
    if (isThere(process)) throw error;
  }
}

function isThere(process: number): boolean {
  return readdirSync('/proc').includes(String(process));
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(process: string): number | null {
  try {
    const text = readFileSync(`/proc/${process}/stat`, 'utf8');
    // The second field is a name in parentheses, which may contain anything.
    const [, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return Number(parent);
  } catch {
    return null;
  }
}
