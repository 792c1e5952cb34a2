import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Sets the maximum file size of these processes and their children to zero, or removes the limit. */
export function refuseWrites(processes: readonly number[], refused: boolean): void {
  // Processes started meanwhile inherit the limit, so parents come first.
  for (const process of processes) setLimit(process, refused);
  for (const process of processes) for (const child of childrenOf(process)) setLimit(child, refused);
}

/** Lowers the soft limit only, which the owner of a process may raise again. */
function setLimit(process: number, refused: boolean): void {
  try {
    const { uid, gid } = statSync(`/proc/${process}`);
    const limit = `--fsize=${refused ? '0' : 'unlimited'}:`;
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
