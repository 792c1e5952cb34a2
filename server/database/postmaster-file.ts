import { readFileSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What a running PostgreSQL writes into `postmaster.pid` of its data folder. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  /** Folder of the unix socket, null when there is none (Windows). */
  readonly socketFolder: string | null;
  /** `starting`, `ready`, `stopping` or `standby`; empty during the first moments. */
  readonly status: string;
}

/** Reads `postmaster.pid`; null when there is none, or when it is too short to name a process yet. */
export function readPostmasterFile(clusterFolder: string): PostmasterFile | null {
  const text = readOrNull(join(clusterFolder, 'postmaster.pid'));
  if (text === null) return null;
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = text.split('\n').map((line) => line.trim());
  const parsedPid = Number(pid);
  if (!Number.isSafeInteger(parsedPid) || parsedPid <= 0) return null;
  return { pid: parsedPid, port: Number(port), socketFolder: socketFolder === '' ? null : socketFolder, status };
}

/**
 * Tells whether a process is the living PostgreSQL of this data folder. A number in a left-over file proves nothing:
 * after a restart of the machine it may belong to any other program, and a killed process that nobody has collected
 * still answers signals.
 */
export function isLivingPostmaster(pid: number, clusterFolder: string): boolean {
  if (!processExists(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') return isRunningOnLinux(pid, clusterFolder);
  try {
    const line = execFileSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return !line.startsWith('Z') && line.includes('postgres');
  } catch {
    return false;
  }
}

/** Whether the operating system knows the process at all. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isRunningOnLinux(pid: number, clusterFolder: string): boolean {
  const stat = readOrNull(`/proc/${pid}/stat`);
  const commandLine = readOrNull(`/proc/${pid}/cmdline`);
  if (stat === null || commandLine === null || !commandLine.includes('postgres')) return false;
  // The state follows the program's name, which stands in parentheses and may contain anything.
  if (['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2).charAt(0))) return false;
  try {
    // PostgreSQL works inside its data folder, by whatever path it came there.
    const workingFolder = statSync(`/proc/${pid}/cwd`);
    const folder = statSync(clusterFolder);
    return workingFolder.ino === folder.ino && workingFolder.dev === folder.dev;
  } catch {
    // Another user's process does not show its folder; PostgreSQL itself will refuse to start twice.
    return true;
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
