import type { Audience } from './audience.ts';
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

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Begins a tick: the news of these audiences, then what those of all clients who are behind have missed. */
  begin(audiences: Iterable<Audience>, connections: Iterable<Connection>): void {
    const told: Audience[] = [];
    for (const audience of audiences) {
      audience.gather();
      if (audience.news !== null) told.push(audience);
    }
    this.#tick += 1;
    this.#isUnderWay = true;
    this.#goOn(this.#steps(told, connections));
  }

  /** Tells one client at once what the tick has for it, before it listens to something else. */
  hurry(connection: Connection): void {
    const isTold = connection.toldTick === this.#tick;
    connection.toldTick = this.#tick;
    const news = connection.audience?.news ?? null;
    if (this.#isUnderWay && !isTold && news !== null) connection.tell(news.bytes, news.channels);
  }

  *#steps(audiences: readonly Audience[], connections: Iterable<Connection>): Generator<undefined> {
    let told = 0;
    for (const audience of audiences) {
      for (const connection of audience.connections) {
        this.hurry(connection);
        told += 1;
        if (told % clientsAtOnce === 0) yield;
      }
    }
    for (const connection of connections) {
      if (!connection.isBehind) continue;
      connection.catchUp();
      told += 1;
      if (told % clientsAtOnce === 0) yield;
    }
    for (const audience of audiences) audience.news = null;
  }

  #goOn(steps: Generator<undefined>): void {
    if (steps.next().done === true) this.#isUnderWay = false;
    else setImmediate(() => this.#goOn(steps));
  }
}
