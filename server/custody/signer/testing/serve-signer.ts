import { pino } from 'pino';
import { ChildSigner } from '../child-signer.ts';

/** A process with a signer in the folder of its argument, as the server has one; it prints the signer's process id. */
const caps = { transaction: '1000000000000', hour: '1000000000000', day: '1000000000000' };
const child = ChildSigner.start({
  folder: process.argv[2] ?? '',
  policy: { chains: { demo: { kind: 'evm', chainId: 7, cold: null, fees: caps, assets: { '': caps } } } },
  log: pino({ level: 'silent' }),
});
await child.started();
const xpub = await child.signer.depositXpub('demo');
process.stdout.write(`${JSON.stringify({ pid: child.pid, xpub })}\n`);
