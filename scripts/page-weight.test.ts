import { describe, expect, it } from 'vitest';
import type { BuiltPage } from '../web/app/pages.ts';
import { consoleModules, overweight, pageWeights, scriptsOf, type Manifest } from './page-weight.ts';

const markets = 'features/markets/markets-page.tsx';
const trade = 'features/spot/trade-page.tsx';
const pages: readonly [BuiltPage, BuiltPage] = [
  { path: '/markets', module: markets, maxKib: 200 },
  { path: '/trade', module: trade, texts: ['spot'], maxKib: 240 },
];
const manifest: Manifest = {
  'index.html': { file: 'index.js', imports: ['_shared.js'] },
  '../locales/en/site.json': { file: 'en.js' },
  '../locales/de/site.json': { file: 'de.js' },
  '../locales/en/spot.json': { file: 'en-spot.js' },
  '_shared.js': { file: 'shared.js', imports: ['_deep.js'] },
  '_deep.js': { file: 'deep.js', imports: ['_shared.js'] },
  [markets]: { file: 'markets.js', imports: ['_shared.js'] },
  [trade]: { file: 'trade.js', imports: ['_shared.js'] },
};

describe('the weight of a page', () => {
  it('counts every script that the page needs before it starts, each once, in one language', () => {
    const files = [...scriptsOf(manifest, pages[0])].toSorted();
    expect(files).toEqual(['deep.js', 'en.js', 'index.js', 'markets.js', 'shared.js']);
    expect(pageWeights(manifest, () => 10, pages).map(({ module, bytes }) => [module, bytes])).toEqual([
      [markets, 50],
      [trade, 60],
    ]);
  });

  it('is compared with its budget', () => {
    const heavy = (file: string, bytes: number) => (other: string) => (other === file ? bytes : 0);
    expect(overweight(manifest, heavy('shared.js', 200 * 1_024), pages)).toEqual([]);
    // The page with the chart has a larger budget.
    expect(overweight(manifest, heavy('shared.js', 200 * 1_024 + 1), pages)).toEqual([
      `The scripts of ${markets} are 200.1 KiB; the limit is 200.`,
    ]);
    expect(overweight(manifest, heavy('trade.js', 400 * 1_024), pages)).toEqual([
      `The scripts of ${trade} are 400 KiB; the limit is 240.`,
    ]);
  });
});

describe('the public page', () => {
  it('contains no module of the console', () => {
    expect(consoleModules(manifest)).toEqual([]);
    expect(consoleModules({ ...manifest, 'console/screens/login/login-screen.tsx': { file: 'login.js' } })).toEqual([
      'The public page contains console/screens/login/login-screen.tsx; the console has a build of its own.',
    ]);
  });
});
