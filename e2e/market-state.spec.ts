import { marketCalls } from '@bourse/contract/console';
import { expect, test, type Browser, type Page, type Route, type WebSocketRoute } from '@playwright/test';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import { Staff } from './staff.ts';
import type { Venue } from './venue.ts';

const ether = 2;

test.describe('a market that is halted while a step of the connection is late', () => {
  let venue: Venue;
  let staff: Staff;
  sharedVenue({ simulator: false, environment: { CONSOLE_LISTEN: '127.0.0.1:0' } }, (opened) => {
    venue = opened;
  });

  test('is shown as halted to a visitor, whichever step it was', async ({ browser }) => {
    staff = await Staff.enrol(browser, venue, 'risk@venue.example', 'risk');

    await test.step('the answer of the first load', async () => {
      const { page, line } = await arrive(browser, venue);
      line.holdAnswers();
      await page.goto('/trade?id=1');
      await line.answerHeld();
      await line.told('STATUS');
      await change('halted');
      await line.told('MARKET_CHANGED');
      line.releaseAnswers();
      await showsHalted(page);
      await change('open');
      await showsOpen(page);
      await page.context().close();
    });

    await test.step('the first connection', async () => {
      const { page, line } = await arrive(browser, venue);
      line.holdConnections();
      await page.goto('/trade?id=1');
      await showsOpen(page);
      await change('halted');
      line.releaseConnections();
      await showsHalted(page);
      await change('open');
      await showsOpen(page);
      await page.context().close();
    });

    const { page, line } = await arrive(browser, venue);
    await page.goto('/trade?id=1');
    await showsOpen(page);
    await line.told('STATUS');

    await test.step('the new connection', async () => {
      line.holdConnections();
      await line.cut();
      await change('halted');
      line.releaseConnections();
      await showsHalted(page);
      await change('open');
      await showsOpen(page);
    });

    await test.step('the first message of the new connection', async () => {
      line.holdMessages();
      await line.cut();
      await line.messageHeld('STATUS');
      await change('halted');
      await line.messageHeld('MARKET_CHANGED');
      line.releaseMessages();
      await showsHalted(page);
      await change('open');
      await showsOpen(page);
    });

    await test.step('the answer after the new connection', async () => {
      line.holdAnswers();
      await line.cut();
      await line.answerHeld();
      await change('halted');
      await line.told('MARKET_CHANGED');
      line.releaseAnswers();
      await showsHalted(page);
      await change('open');
      await showsOpen(page);
    });

    await test.step('the message about the market', async () => {
      await line.cut();
      await line.told('STATUS');
      line.holdMessages();
      await change('halted');
      await line.messageHeld('MARKET_CHANGED');
      line.releaseMessages();
      await showsHalted(page);
      await change('open');
      await showsOpen(page);
    });

    await test.step('the server, which refuses the reads of the new connection', async () => {
      line.refuseAnswers(2);
      await line.cut();
      await line.answersRefused(1);
      await change('halted');
      await showsHalted(page);
      await change('open');
      await showsOpen(page);
    });
    expect(staff.errors).toEqual([]);
  });

  async function change(state: 'halted' | 'open'): Promise<void> {
    const reason = { reason_code: 'policy', reason: 'The price source is checked' } as const;
    const { version } = await staff.call(marketCalls.market, { id: ether });
    await staff.call(marketCalls.changeState, { id: ether, version, state, ...reason });
  }
});

async function showsHalted(page: Page): Promise<void> {
  await expect(page.getByText('This market is halted').first()).toBeVisible();
}

async function showsOpen(page: Page): Promise<void> {
  await expect(page.getByRole('form', { name: 'Buy ETH' })).toBeVisible();
  await expect(page.getByText('This market is halted')).toHaveCount(0);
}

async function arrive(browser: Browser, venue: Venue) {
  const { page } = await Person.arrive(browser, venue.url);
  return { page, line: await Line.of(page) };
}

/** The line between a page and the server, on which each step can be held back. */
class Line {
  readonly #waiting = new Set<() => void>();
  #socket: WebSocketRoute | null = null;
  #heldConnections: (() => void)[] | null = null;
  #heldMessages: { readonly type: string; readonly send: () => void }[] | null = null;
  #heldAnswers: (() => Promise<void>)[] | null = null;
  #told: string[] = [];
  #toRefuse = 0;
  #refused = 0;

  static async of(page: Page): Promise<Line> {
    const line = new Line();
    await page.routeWebSocket(/\/ws$/, (socket) => line.#connect(socket));
    await page.route('**/api/market/currency_matches', (route) => line.#answer(route));
    return line;
  }

  holdConnections(): void {
    this.#heldConnections = [];
  }

  releaseConnections(): void {
    for (const connect of this.#heldConnections ?? []) connect();
    this.#heldConnections = null;
  }

  holdMessages(): void {
    this.#heldMessages = [];
  }

  releaseMessages(): void {
    for (const { send } of this.#heldMessages ?? []) send();
    this.#heldMessages = null;
  }

  /** Holds the answers of the server back; each was given before it was held. */
  holdAnswers(): void {
    this.#heldAnswers = [];
  }

  releaseAnswers(): void {
    for (const answer of this.#heldAnswers ?? []) void answer();
    this.#heldAnswers = null;
  }

  refuseAnswers(count: number): void {
    this.#toRefuse = count;
    this.#refused = 0;
  }

  /** Breaks the connection. */
  async cut(): Promise<void> {
    this.#told = [];
    await this.#socket?.close();
  }

  /** Resolves when the page has been sent a message of this type on the current connection. */
  async told(type: string): Promise<void> {
    await this.#until(() => this.#told.includes(type));
  }

  async messageHeld(type: string): Promise<void> {
    await this.#until(() => this.#heldMessages?.some((message) => message.type === type) === true);
  }

  async answerHeld(): Promise<void> {
    await this.#until(() => (this.#heldAnswers?.length ?? 0) > 0);
  }

  async answersRefused(count: number): Promise<void> {
    await this.#until(() => this.#refused >= count);
  }

  #connect(socket: WebSocketRoute): void {
    this.#socket = socket;
    const connect = (): void => {
      const server = socket.connectToServer();
      server.onMessage((message) => this.#pass(String(message), () => socket.send(message)));
    };
    if (this.#heldConnections === null) connect();
    else this.#heldConnections.push(connect);
  }

  #pass(text: string, send: () => void): void {
    const type = /^\{"type":"([A-Z_]+)/.exec(text)?.[1] ?? '';
    if (this.#heldMessages === null) {
      send();
      this.#told.push(type);
    } else this.#heldMessages.push({ type, send });
    this.#happened();
  }

  async #answer(route: Route): Promise<void> {
    if (this.#toRefuse > 0) {
      this.#toRefuse -= 1;
      this.#refused += 1;
      this.#happened();
      const closed = { code: 0, message: 'The exchange is closed.', data: null, error: 'exchange_closed', details: {} };
      return route.fulfill({ status: 503, json: { ...closed, sequence: 0 } });
    }
    const response = await route.fetch();
    // The page may have cancelled the request meanwhile.
    const answer = (): Promise<void> => route.fulfill({ response }).catch(() => undefined);
    if (this.#heldAnswers === null) return answer();
    this.#heldAnswers.push(answer);
    this.#happened();
  }

  #happened(): void {
    for (const look of this.#waiting) look();
  }

  async #until(isSo: () => boolean): Promise<void> {
    if (isSo()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (isSo()) resolve();
    };
    this.#waiting.add(look);
    await promise;
    this.#waiting.delete(look);
  }
}
