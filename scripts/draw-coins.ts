import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Draws the icons of the listed currencies into `web/public/coins/<code>.svg`: original geometric shapes on a disc,
 * distinguished by shape and colour. Run it after adding a currency: `node scripts/draw-coins.ts`.
 */
const folder = join(import.meta.dirname, '..', 'web', 'public', 'coins');

/** Colour of the disc and the shape on it, drawn on 64 × 64; class `w` is white, `s` translucent white. */
const marks: Readonly<Record<string, readonly [disc: string, figure: string]>> = {
  btc: [
    '#c8842b',
    '<path class="w" d="M22 16h12a9 9 0 0 1 6 15.5a9 9 0 0 1-4 16.5H22z"/><path fill="#c8842b" d="M29 22h5a3.5 3.5 0 0 1 0 7h-5zM29 35h7a3.5 3.5 0 0 1 0 7h-7z"/>',
  ],
  eth: ['#5b6bb5', '<path class="w" d="M32 10 46 32 32 40 18 32z"/><path class="s" d="M18 36 32 44 46 36 32 54z"/>'],
  usdt: [
    '#2f8f78',
    '<path class="w" d="M18 18h28v8H36v22h-8V26H18z"/><path class="s" d="M14 33h10v5H14zM40 33h10v5H40z"/>',
  ],
  bnb: [
    '#b8932a',
    '<path class="s" d="M32 11 50 21.5v21L32 53 14 42.5v-21z"/><path class="w" d="M32 22 41 27v10l-9 5-9-5V27z"/>',
  ],
  sol: [
    '#6a55a8',
    '<circle class="w" cx="32" cy="32" r="9"/><path class="s" d="M30 11h4v9h-4zM30 44h4v9h-4zM11 30h9v4h-9zM44 30h9v4h-9z"/><path class="s" d="m15.7 18.6 2.9-2.9 6.3 6.3-2.9 2.9zM39.1 42l2.9-2.9 6.3 6.3-2.9 2.9zM15.7 45.4 22 39.1l2.9 2.9-6.3 6.3zM39.1 22l6.3-6.3 2.9 2.9-6.3 6.3z"/>',
  ],
  xrp: [
    '#4d6475',
    '<path class="w" d="M14 14h8l10 10 10-10h8L32 32z"/><path class="s" d="M14 50h8l10-10 10 10h8L32 32z"/>',
  ],
  ada: [
    '#3f68a8',
    '<path class="w" d="M32 13 49 47h-8.5L32 29l-8.5 18H15z"/><circle class="s" cx="32" cy="44" r="4.5"/>',
  ],
  doge: [
    '#a8934f',
    '<path class="w" d="M22 18h10a14 14 0 0 1 0 28H22z"/><path fill="#a8934f" d="M30 26h2a6 6 0 0 1 0 12h-2z"/><path class="s" d="m20 10 9 7h-9zM16 30h20v4H16z"/>',
  ],
  avax: ['#b04a4f', '<path class="w" d="M29 14 46 46H12z"/><path class="s" d="m42 28 11 18H42l-6-9z"/>'],
  dot: [
    '#a84a7e',
    '<circle class="w" cx="32" cy="32" r="10"/><circle class="s" cx="32" cy="14" r="4"/><circle class="s" cx="32" cy="50" r="4"/><circle class="s" cx="16" cy="23" r="4"/><circle class="s" cx="48" cy="41" r="4"/><circle class="s" cx="48" cy="23" r="4"/><circle class="s" cx="16" cy="41" r="4"/>',
  ],
  ltc: ['#6b7684', '<path class="w" d="M26 13h8l-5 28h17v8H19z"/><path class="s" d="m16 34 26-8v6l-26 8z"/>'],
  link: [
    '#3d62b0',
    '<path class="w" d="M14 20h22v22H14zm6 6v10h10V26z" fill-rule="evenodd"/><path class="s" d="M28 24h22v22H28zm6 6v10h10V30z" fill-rule="evenodd"/>',
  ],
  trx: [
    '#9c3f3f',
    '<path class="w" d="m12 16 40 8-22 30z"/><path fill="#9c3f3f" d="m20 21.5 23 4.6-12.5 17z"/><path class="s" d="m24 24 15 3-8 11z"/>',
  ],
  xlm: [
    '#46525f',
    '<path class="w" d="m32 10 5 17 17 5-17 5-5 17-5-17-17-5 17-5z"/><circle cx="32" cy="32" r="18" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="2.5"/>',
  ],
};

mkdirSync(folder, { recursive: true });
for (const [code, [disc, figure]] of Object.entries(marks)) {
  const drawn = figure.replaceAll('class="w"', 'fill="#fff"').replaceAll('class="s"', 'fill="#fff" fill-opacity=".6"');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="${disc}"/>${drawn}</svg>\n`;
  writeFileSync(join(folder, `${code}.svg`), svg);
}
