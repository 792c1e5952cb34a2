import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Sets how long a file may become for these processes and their children: not a byte, or as long as before. */
export function refuseWrites(processes: readonly number[], refused: boolean): void {
  // Whatever they start meanwhile inherits theirs, so they come first.
  for (const process of processes) setLimit(process, refused);
  for (const process of processes) for (const child of childrenOf(process)) setLimit(child, refused);
}

/** Of the two limits the soft one is taken down: whoever owns a process may take that up again. */
function setLimit(process: number, refused: boolean): void {
  try {
    const { uid, gid } = statSync(`/proc/${process}`);
    const limit = `--fsize=${refused ? '0' : 'unlimited'}:`;
    execFileSync('prlimit', ['--pid', String(process), limit], { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    // One that has ended meanwhile writes nothing more.
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
    // The second field is a name in brackets that may hold anything.
    const [, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return Number(parent);
  } catch {
    return null;
  }
}
