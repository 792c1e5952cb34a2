import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type PolicyDocument, readyLine, signerProgram } from '@bourse/signer/protocol';
import { inherited } from '../child-signer.ts';

/** The signer as an operator runs it: a process with new seeds, reached at the path of its socket. */
export interface SignerProcess {
  readonly socket: string;
  readonly stop: () => Promise<void>;
}

export async function startSigner(policy: PolicyDocument): Promise<SignerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-signer-'));
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy), { mode: 0o600 });
  const socket = join(folder, 'signer.socket');
  // It ends with its standard input, so also with a test that is killed.
  const own = { SIGNER_DIR: folder, SIGNER_SOCKET: socket, SIGNER_CREATE: 'yes', SIGNER_END_WITH_INPUT: 'yes' };
  const child = spawn(process.execPath, [signerProgram], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...own, ...inherited('NODE_COMPILE_CACHE') },
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const ready = once(createInterface(child.stdout), 'line');
  const [line] = (await Promise.race([ready, ended])) as unknown[];
  if (line === readyLine) return { socket, stop };
  await stop();
  throw new Error('The signer did not start.');
}
