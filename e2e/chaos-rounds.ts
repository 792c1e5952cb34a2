import { setTimeout as pause } from 'node:timers/promises';
import { answersTo, tradeDuring, whenAnswered, type Person } from './crowd.ts';
import type { Venue } from './venue.ts';

/** A way of killing processes under load. Afterwards a server is running on the same data. */
export interface Round {
  readonly name: string;
  /** The number of processes that this kind of round kills. */
  readonly kills: number;
  /** The relative probability of this kind of round. */
  readonly weight: number;
  readonly run: (setting: Setting) => Promise<void>;
}

export interface Setting {
  readonly venue: Venue;
  readonly crowd: readonly Person[];
  readonly seed: number;
  readonly round: number;
  readonly random: () => number;
  /** Runs on the stopped venue before it is restarted; null for nothing. */
  readonly beforeRestart: (() => Promise<void>) | null;
}

/** Rounds that kill the signer of the custody, a process that the server starts again. */
const signerRounds: readonly Round[] = [
  {
    name: 'signer',
    kills: 1,
    weight: 2,
    run: ({ venue, crowd, ...setting }) =>
      tradeDuring(crowd, { ...setting, persistent: true }, async () => {
        await busy(crowd);
        await someMoment(setting, LOAD_MS);
        await killSigner(venue);
        await whenAnswered(crowd, answersTo(crowd) + 4 * crowd.length);
      }),
  },
  {
    name: 'signer, then the server while it starts again',
    kills: 2,
    weight: 1,
    run: async ({ venue, crowd, ...setting }) => {
      await tradeDuring(crowd, { ...setting, persistent: false }, async () => {
        await busy(crowd);
        await killSigner(venue);
        await someMoment(setting, SIGNER_MS);
        await venue.end('SIGKILL');
      });
      await venue.start();
    },
  },
];

/** Rounds that kill only the server. */
const serverRounds: readonly Round[] = [
  {
    name: 'server',
    kills: 1,
    weight: 4,
    run: async (setting) => {
      await killServerUnderLoad(setting);
      await setting.beforeRestart?.();
      await setting.venue.start();
    },
  },
  {
    name: 'server, again while it starts',
    kills: 2,
    weight: 2,
    run: async (setting) => {
      await killServerUnderLoad(setting);
      await setting.beforeRestart?.();
      const starting = ended(setting.venue.start());
      await someMoment(setting, START_MS);
      await setting.venue.end('SIGKILL');
      await starting;
      await setting.venue.start();
    },
  },
];

/** Rounds that kill the bundled PostgreSQL too. */
const postgresRounds: readonly Round[] = [
  {
    name: 'PostgreSQL',
    kills: 1,
    weight: 4,
    run: ({ venue, crowd, ...setting }) =>
      tradeDuring(crowd, { ...setting, persistent: true }, async () => {
        await busy(crowd);
        await someMoment(setting, LOAD_MS);
        killPostgres(venue);
        // The first answers, one per user, are those that were pending at the kill; more show that the exchange is open
        // again.
        await whenAnswered(crowd, answersTo(crowd) + 4 * crowd.length);
        await someMoment(setting, LOAD_MS);
      }),
  },
  {
    name: 'PostgreSQL, again while it recovers',
    kills: 2,
    weight: 1,
    run: ({ venue, crowd, ...setting }) =>
      tradeDuring(crowd, { ...setting, persistent: true }, async () => {
        await busy(crowd);
        await someMoment(setting, LOAD_MS);
        killPostgres(venue);
        await killPostgresSoon(venue, setting);
        await whenAnswered(crowd, answersTo(crowd) + 4 * crowd.length);
      }),
  },
  {
    name: 'PostgreSQL, then the server while it recovers',
    kills: 2,
    weight: 2,
    run: async ({ venue, crowd, ...setting }) => {
      await tradeDuring(crowd, { ...setting, persistent: false }, async () => {
        await busy(crowd);
        await someMoment(setting, LOAD_MS);
        killPostgres(venue);
        await someMoment(setting, POSTGRES_MS);
        await venue.end('SIGKILL');
      });
      await venue.start();
    },
  },
  {
    name: 'both at once',
    kills: 2,
    weight: 1,
    run: async ({ venue, crowd, ...setting }) => {
      await tradeDuring(crowd, { ...setting, persistent: false }, async () => {
        await busy(crowd);
        await someMoment(setting, LOAD_MS);
        killPostgres(venue);
        await venue.end('SIGKILL');
      });
      await venue.start();
    },
  },
  {
    name: 'server, then PostgreSQL while it starts',
    kills: 2,
    weight: 2,
    run: async (setting) => {
      const { venue } = setting;
      await killServerUnderLoad(setting);
      const starting = ended(venue.start());
      await killPostgresSoon(venue, setting);
      // A server that loses its database before it serves may exit with an error; it is then started again, as an
      // operator would.
      if (!(await starting)) await venue.start();
    },
  },
];

/** Draws a round by weight, from those that this venue supports and that kill at most `most` processes. */
export function drawRound(venue: Venue, most: number, random: () => number): Round {
  const all = venue.ownsPostgres
    ? [...serverRounds, ...signerRounds, ...postgresRounds]
    : [...serverRounds, ...signerRounds];
  const possible = all.filter(({ kills }) => kills <= most);
  let left = random() * possible.reduce((sum, { weight }) => sum + weight, 0);
  for (const round of possible) {
    left -= round.weight;
    if (left < 0) return round;
  }
  throw new Error(`No round kills ${most} processes or fewer`);
}

async function killServerUnderLoad({ venue, crowd, ...setting }: Setting): Promise<void> {
  await tradeDuring(crowd, { ...setting, persistent: false }, async () => {
    await busy(crowd);
    await someMoment(setting, LOAD_MS);
    await venue.end('SIGKILL');
  });
}

/** Resolves when the load of this round is well under way. */
async function busy(crowd: readonly Person[]): Promise<void> {
  await whenAnswered(crowd, answersTo(crowd) + 2 * crowd.length);
}

function killPostgres(venue: Venue): void {
  if (!venue.killPostgres()) throw new Error('PostgreSQL was not running when it was to be killed');
}

/** Kills the signer as soon as it runs: after an earlier kill it is started again after a pause. */
async function killSigner(venue: Venue): Promise<void> {
  for (const deadline = performance.now() + 30_000; !venue.killSigner(); await pause(25)) {
    if (performance.now() > deadline) throw new Error('The signer did not run, so it could not be killed');
  }
}

/** Kills PostgreSQL at a random moment of a start, as soon as it runs. */
async function killPostgresSoon(venue: Venue, setting: Pick<Setting, 'random'>): Promise<void> {
  await someMoment(setting, POSTGRES_MS);
  for (const deadline = performance.now() + 30_000; !venue.killPostgres(); await pause(5)) {
    if (performance.now() > deadline) throw new Error('PostgreSQL did not start again, so it could not be killed');
  }
}

/** Waits a random time: the moment of the kill is the experiment. */
async function someMoment({ random }: Pick<Setting, 'random'>, longestMs: number): Promise<void> {
  await pause(random() * longestMs);
}

/** Whether the start succeeded. */
async function ended(start: Promise<void>): Promise<boolean> {
  return start.then(
    () => true,
    () => false,
  );
}

/** About the duration of the phase to hit on a small machine. */
const LOAD_MS = 400;
const START_MS = 1800;
const POSTGRES_MS = 700;
const SIGNER_MS = 1200;
