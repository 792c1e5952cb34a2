import { readFileSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The contents of the `postmaster.pid` file that a running PostgreSQL writes to its data folder. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  /** Folder of the unix socket; null if there is none (Windows). */
  readonly socketFolder: string | null;
  /** `starting`, `ready`, `stopping` or `standby`; empty at first. */
  readonly status: string;
}

/** Reads `postmaster.pid`; null if it is missing or does not contain a process id yet. */
export function readPostmasterFile(clusterFolder: string): PostmasterFile | null {
  const text = readOrNull(join(clusterFolder, 'postmaster.pid'));
  if (text === null) return null;
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = text.split('\n').map((line) => line.trim());
  const parsedPid = Number(pid);
  if (!Number.isSafeInteger(parsedPid) || parsedPid <= 0) return null;
  return { pid: parsedPid, port: Number(port), socketFolder: socketFolder === '' ? null : socketFolder, status };
}

/**
 * Whether a process is the running PostgreSQL of this data folder. The process id in a stale file is not enough: after
 * a reboot it may belong to any other program, and a killed process that was not reaped still accepts signals.
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

/** Whether the operating system has a process with this id. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isRunningOnLinux(pid: number, clusterFolder: string): boolean {
  const stat = readOrNull(`/proc/${pid}/stat`);
  const commandLine = readOrNull(`/proc/${pid}/cmdline`);
  if (stat === null || commandLine === null || !commandLine.includes('postgres')) return false;
  // The state follows the program's name, which is in parentheses and may contain any character.
  if (['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2).charAt(0))) return false;
  try {
    // The working directory of PostgreSQL is its data folder.
    const workingFolder = statSync(`/proc/${pid}/cwd`);
    const folder = statSync(clusterFolder);
    return workingFolder.ino === folder.ino && workingFolder.dev === folder.dev;
  } catch {
    // The working directory of another user's process is not readable; PostgreSQL itself refuses to start twice.
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
