import { afterEach, expect, it, vi } from 'vitest';
import { mediaQuery } from './media-query.ts';

afterEach(() => vi.unstubAllGlobals());

it('calls the browser once for each media query', () => {
  const ask = vi.fn<(media: string) => { media: string }>((media) => ({ media }));
  vi.stubGlobal('matchMedia', ask);
  for (const query of ['(min-width: 1px)', '(min-width: 2px)', '(min-width: 1px)']) {
    expect(mediaQuery(query).media).toBe(query);
  }
  expect(ask).toHaveBeenCalledTimes(2);
});
