import type { Page } from '@playwright/test';

declare global {
  interface Window {
    heldAnswers?: HeldAnswers;
  }
}

interface HeldAnswers {
  /**
   * Releases one answer, once the server has answered every request, and returns its name; null when none is left. The
   * messages of the socket keep their order.
   */
  release(which: 'oldest' | 'newest'): Promise<string | null>;
}

/**
 * Holds back every answer of the server and every message of the socket from the next load on, until `release`
 * releases it. The site's configuration passes, because the page waits for it before it renders anything, and so do the
 * answers to pings, which keep the connection alive. Call it before the page is opened.
 */
export async function holdAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held: { readonly name: string; readonly isMessage: boolean; readonly release: () => void }[] = [];
    const pending = new Set<Promise<unknown>>();
    window.heldAnswers = {
      release: async (which) => {
        while (pending.size > 0) await Promise.allSettled(pending);
        const newest = held.findLastIndex(({ isMessage }) => !isMessage);
        const [released] = held.splice(which === 'newest' && newest >= 0 ? newest : 0, 1);
        released?.release();
        return released?.name ?? null;
      },
    };
    const send = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const path = new URL(input instanceof Request ? input.url : input, location.href).pathname;
      if (!path.startsWith('/api/') || path === '/api/default/config') return send(input, init);
      const answer = send(input, init);
      pending.add(answer);
      const response = await answer.finally(() => pending.delete(answer));
      return new Promise((resolve) => {
        held.push({ name: path, isMessage: false, release: () => resolve(response) });
      });
    };
    const holdMessage = (event: MessageEvent<unknown>): void => {
      // A message that was held is dispatched again by its release.
      if (!event.isTrusted || event.data === 'pong') return;
      event.stopImmediatePropagation();
      const { data, target } = event;
      const name = /"type":"([^"]+)"/.exec(String(data))?.[1] ?? 'a message';
      held.push({
        name: `/ws ${name}`,
        isMessage: true,
        release: () => target?.dispatchEvent(new MessageEvent('message', { data })),
      });
    };
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener('message', holdMessage);
      }
    };
  });
}
