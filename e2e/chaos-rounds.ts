import { setTimeout as pause } from 'node:timers/promises';
import { answersTo, tradeDuring, whenAnswered, type Person } from './crowd.ts';
import type { Venue } from './venue.ts';

/** One way of killing under load. When it is over, a server runs again on the same data. */
export interface Round {
  readonly name: string;
  /** How many processes it kills. */
  readonly kills: number;
  /** How often it is drawn, beside the others. */
  readonly weight: number;
  readonly run: (setting: Setting) => Promise<void>;
}

export interface Setting {
  readonly venue: Venue;
  readonly crowd: readonly Person[];
  readonly seed: number;
  readonly round: number;
  readonly random: () => number;
  /** Done to the stopped venue before it starts again; null for nothing. */
  readonly beforeRestart: (() => Promise<void>) | null;
}

/** The rounds that need nothing but a server process of our own. */
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

/** The rounds that kill the bundled PostgreSQL too. */
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
        // The answers that it takes until orders are answered again are those that were under way, one for each person.
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
      // A server that loses its database before it serves may give up with a sentence; then it is started as a person
      // would.
      if (!(await starting)) await venue.start();
    },
  },
];

/** A round drawn by weight, of those that this venue can have and that do not kill more than `most`. */
export function drawRound(venue: Venue, most: number, random: () => number): Round {
  const all = venue.ownsPostgres ? [...serverRounds, ...postgresRounds] : serverRounds;
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

/** Kills the PostgreSQL that comes up, or is still up, at some moment of a start. */
async function killPostgresSoon(venue: Venue, setting: Pick<Setting, 'random'>): Promise<void> {
  await someMoment(setting, POSTGRES_MS);
  for (const deadline = performance.now() + 30_000; !venue.killPostgres(); await pause(5)) {
    if (performance.now() > deadline) throw new Error('PostgreSQL did not come up again to be killed');
  }
}

/** Lets a random time pass: the moment of the kill is the experiment, nothing is waited for. */
async function someMoment({ random }: Pick<Setting, 'random'>, longestMs: number): Promise<void> {
  await pause(random() * longestMs);
}

/** Whether it went well. */
async function ended(start: Promise<void>): Promise<boolean> {
  return start.then(
    () => true,
    () => false,
  );
}

/** About as long as what is to be hit takes on a small machine. */
const LOAD_MS = 400;
const START_MS = 1800;
const POSTGRES_MS = 700;
