import { text } from 'node:stream/consumers';
import i18next from 'i18next';
import { createElement, Suspense } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { beforeAll, expect, test } from 'vitest';
import { requestedPart } from './requested-part.ts';
import { toasts } from './toasts.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: { common: { loadFailed: 'Not loaded' } } } } });
});

async function pageWith(part: ReturnType<typeof requestedPart<{ readonly name: string }>>): Promise<string> {
  const dialog = createElement(Suspense, null, createElement(part, { name: 'dialog' }));
  const { prelude } = await prerenderToNodeStream(createElement('main', null, 'page', dialog));
  return text(prelude);
}

test('a requested part whose script does not arrive leaves the page and shows a toast', async () => {
  const page = await pageWith(requestedPart(() => Promise.reject(new Error('offline'))));
  expect(page.replaceAll(/<!--.*?-->/g, '')).toBe('<main>page</main>');
  expect(toasts.getState().map(({ message, kind }) => [message, kind])).toEqual([['Not loaded', 'error']]);
});

test('a requested part renders with its properties once loaded', async () => {
  const page = await pageWith(requestedPart(() => Promise.resolve(({ name }) => createElement('b', null, name))));
  expect(page).toContain('<b>dialog</b>');
});
