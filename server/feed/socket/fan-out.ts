import type { Audience, TickNews } from './audience.ts';
import type { Connection } from './connection.ts';

/** How many clients are written to before others have their turn: about two milliseconds of work. */
const clientsAtOnce = 256;

/**
 * Tells everybody the news of a tick, some hundred clients at a time, so that whoever places an order meanwhile does not wait for all of them. While a tick is
 * being told there is no next one: a server that cannot keep up gathers more in each.
 */
export class FanOut {
  #tick = 0;
  #isUnderWay = false;
  /** The audiences whose news have been put together for this tick. */
  readonly #gathered = new Set<Audience>();

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Begins a tick: the news of these audiences, then what those of all clients who are behind have missed. */
  begin(audiences: Iterable<Audience>, connections: Iterable<Connection>): void {
    this.#tick += 1;
    this.#isUnderWay = true;
    this.#goOn(this.#steps([...audiences], connections));
  }

  /** Tells one client at once what the tick has for it, before it listens to something else. */
  hurry(connection: Connection): void {
    const isTold = connection.toldTick === this.#tick;
    connection.toldTick = this.#tick;
    if (!this.#isUnderWay || isTold || connection.audience === null) return;
    const news = this.#newsOf(connection.audience);
    if (news !== null) connection.tell(news.bytes, news.channels);
  }

  /** What the tick brings an audience: put together when the first of them is told, and kept until all are. Channels say nothing new meanwhile. */
  #newsOf(audience: Audience): TickNews | null {
    if (!this.#gathered.has(audience)) {
      this.#gathered.add(audience);
      audience.gather();
    }
    return audience.news;
  }

  *#steps(audiences: readonly Audience[], connections: Iterable<Connection>): Generator<undefined> {
    let told = 0;
    for (const audience of audiences) {
      if (this.#newsOf(audience) === null) continue;
      for (const connection of audience.connections) {
        this.hurry(connection);
        told += 1;
        if (told % clientsAtOnce === 0) yield;
      }
      audience.news = null;
    }
    for (const connection of connections) {
      if (!connection.isWaiting) continue;
      connection.catchUp();
      told += 1;
      if (told % clientsAtOnce === 0) yield;
    }
    for (const audience of this.#gathered) audience.news = null;
    this.#gathered.clear();
  }

  #goOn(steps: Generator<undefined>): void {
    if (steps.next().done === true) this.#isUnderWay = false;
    else setImmediate(() => this.#goOn(steps));
  }
}
