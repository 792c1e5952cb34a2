import type { Page, Request } from '@playwright/test';

/** The scripts, styles, fonts and images that a page is loading, without the answers of the server. */
export class Resources {
  readonly #page: Page;
  readonly #loading = new Set<Request>();
  #onArrival: () => void = () => undefined;

  constructor(page: Page) {
    this.#page = page;
    page.on('request', this.#begin).on('requestfinished', this.#end).on('requestfailed', this.#end);
  }

  /** Resolves when everything has arrived, including what it made the page load. */
  async arrived(): Promise<void> {
    do {
      if (this.#loading.size > 0) await new Promise<void>((resolve) => (this.#onArrival = resolve));
      await this.#page.evaluate(() => new Promise(requestAnimationFrame));
    } while (this.#loading.size > 0);
  }

  /** Stops watching the page. */
  forget(): void {
    this.#page.off('request', this.#begin).off('requestfinished', this.#end).off('requestfailed', this.#end);
  }

  readonly #begin = (request: Request): void => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) this.#loading.add(request);
  };

  readonly #end = (request: Request): void => {
    this.#loading.delete(request);
    if (this.#loading.size === 0) this.#onArrival();
  };
}
