import { openQuietly } from './core-load.ts';

/** Recovers the exchange from the database at the given address and prints the statistics as JSON. */
const url = process.argv[2];
if (url === undefined) throw new Error('The address of the database is missing.');
const before = process.cpuUsage();
const { core, recovery } = await openQuietly({ url });
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ ...recovery, cpuMs: (user + system) / 1000 }));
await core.close();
