import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Draws the images of the home page's carousel into `web/public/banners/<name>.svg`, 1920 × 460: original drawings that
 * illustrate the linked articles. They are dark in both themes and plain on the left, where the page places its text;
 * the motif is right of the middle, so that phones can crop the sides. Run it after a change: `node
 * scripts/draw-banners.ts`.
 */
const folder = join(import.meta.dirname, '..', 'web', 'public', 'banners');
const width = 1920;
const height = 460;

/** Pseudorandom numbers between 0 and 1, the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** Two balanced scales over rows of postings that each sum to zero. */
function balance(): string {
  const rows = Array.from({ length: 11 }, (_, at) => {
    const y = 60 + at * 36;
    const random = chance(100 + at);
    const left = 40 + random() * 250;
    const split = 0.3 + random() * 0.5;
    const right = left * split;
    const centre = 1310;
    const bar = (x: number, long: number, colour: string, opacity: number): string =>
      `<rect x="${round(x)}" y="${y}" width="${round(long)}" height="14" rx="2" fill="${colour}" fill-opacity="${opacity}"/>`;
    return [
      bar(centre - 8 - left, left, up, 0.34 + 0.4 * random()),
      bar(centre + 8, right - 3, violet, 0.5 + 0.3 * random()),
      bar(centre + 8 + right, left - right, violet, 0.26),
    ].join('');
  });
  return [
    glow('g', 1310, 230, 620, violet, 0.34),
    `<path d="M1310 24V436" stroke="#e6eaf2" stroke-opacity=".55" stroke-width="2"/>`,
    ...rows,
    `<circle cx="1310" cy="24" r="6" fill="#e6eaf2"/><circle cx="1310" cy="436" r="6" fill="#e6eaf2"/>`,
  ].join('');
}

/** Prices of several sources and their median. */
function index(): string {
  const random = chance(7);
  const steps = 61;
  const from = 860;
  const step = 17;
  let level = 250;
  const path = Array.from({ length: steps }, () => {
    level += (random() - 0.52) * 26;
    level = Math.min(340, Math.max(130, level));
    return level;
  });
  const sources = Array.from({ length: 6 }, (_, at) => {
    let away = (at - 2.5) * 26;
    return path.map((middle, n) => {
      away += (random() - 0.5) * 16 - away * 0.06;
      // One source deviates and is excluded while it does.
      return middle + away + (at === 5 && n > 34 && n < 48 ? 90 * Math.sin(((n - 34) / 14) * Math.PI) : 0);
    });
  });
  const median = path.map((_, n) => {
    const sorted = sources.map((one) => one[n] ?? 0).toSorted((a, b) => a - b);
    return ((sorted[2] ?? 0) + (sorted[3] ?? 0)) / 2;
  });
  const line = (points: readonly number[]): string =>
    points.map((y, n) => `${n === 0 ? 'M' : 'L'}${from + n * step} ${round(y)}`).join('');
  const ticks = sources.flatMap((one, at) =>
    one.flatMap((y, n) =>
      (n + at) % 4 === 0
        ? [`<circle cx="${from + n * step}" cy="${round(y)}" r="3" fill="${sourceColours[at]}" fill-opacity=".8"/>`]
        : [],
    ),
  );
  return [
    glow('g', 1380, 250, 640, up, 0.24),
    ...[90, 170, 250, 330, 410].map((y) => `<path d="M760 ${y}H1920" stroke="#93a0b4" stroke-opacity=".12"/>`),
    ...sources.map(
      (one, at) =>
        `<path d="${line(one)}" fill="none" stroke="${sourceColours[at]}" stroke-opacity=".32" stroke-width="1.5"/>`,
    ),
    ...ticks,
    `<path d="${line(median)}" fill="none" stroke="#ffffff" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>`,
    `<circle cx="${from + (steps - 1) * step}" cy="${round(median[steps - 1] ?? 0)}" r="8" fill="#ffffff"/>`,
  ].join('');
}

/** A chain of batches, each linked to the previous one; the last one is just arriving. */
function journal(): string {
  const size = 92;
  const blocks = Array.from({ length: 9 }, (_, at) => {
    const random = chance(40 + at);
    const x = 820 + at * 122;
    const y = 230 - size / 2 + Math.sin(at * 0.8) * 46;
    const bright = 0.25 + at * 0.075;
    const rows = Array.from({ length: 5 }, (_unused, row) => {
      const long = 24 + random() * 44;
      return `<rect x="${round(x + 12)}" y="${round(y + 14 + row * 14)}" width="${round(long)}" height="5" rx="2.5" fill="#ffffff" fill-opacity="${round(0.3 + bright * 0.6)}"/>`;
    }).join('');
    const last = at === 8;
    const next = 230 + Math.sin((at + 1) * 0.8) * 46;
    return [
      last
        ? ''
        : `<path d="M${round(x + size)} ${round(y + size / 2)}C${round(x + size + 15)} ${round(y + size / 2)} ${round(x + 107)} ${round(next)} ${round(x + 122)} ${round(next)}" stroke="${blue}" stroke-opacity="${round(bright + 0.1)}" stroke-width="3" fill="none"/>`,
      `<rect x="${round(x)}" y="${round(y)}" width="${size}" height="${size}" rx="10" fill="${last ? blue : '#16203a'}" fill-opacity="${last ? 0.9 : 0.92}" stroke="${blue}" stroke-opacity="${round(bright)}" stroke-width="2"/>`,
      rows,
    ].join('');
  });
  const floor = Array.from(
    { length: 24 },
    (_, at) => `<path d="M${660 + at * 60} 400l-70 60" stroke="${blue}" stroke-opacity=".14"/>`,
  );
  return [
    glow('g', 1420, 200, 640, blue, 0.32),
    `<path d="M600 400H1920" stroke="${blue}" stroke-opacity=".3"/>`,
    ...floor,
    ...blocks,
  ].join('');
}

/** The depth of an order book: two slopes that meet at the current price. */
function depth(): string {
  const random = chance(23);
  const middle = 1340;
  const slope = (direction: 1 | -1): string => {
    let x = middle + direction * 7;
    let y = 392;
    let points = `M${round(x)} 460V${round(y)}`;
    while (x > 620 && x < width) {
      x += direction * (12 + random() * 26);
      points += `H${round(x)}`;
      y = Math.max(70, y - random() * (y > 210 ? 22 : 11));
      points += `V${round(y)}`;
    }
    return `${points}V460Z`;
  };
  const [bids, asks] = [slope(-1), slope(1)];
  return [
    `<linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${up}" stop-opacity=".55"/><stop offset="1" stop-color="${up}" stop-opacity=".06"/></linearGradient>`,
    `<linearGradient id="a" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${down}" stop-opacity=".5"/><stop offset="1" stop-color="${down}" stop-opacity=".06"/></linearGradient>`,
    `<linearGradient id="f" x1="0" x2="1"><stop offset=".52" stop-color="#0b0e14"/><stop offset=".9" stop-color="#0b0e14" stop-opacity="0"/></linearGradient>`,
    glow('g', middle, 330, 560, violet, 0.3),
    `<path d="${bids}" fill="url(#b)" stroke="${up}" stroke-width="2.5"/>`,
    `<path d="${asks}" fill="url(#a)" stroke="${down}" stroke-width="2.5"/>`,
    `<path d="M${middle} 60V460" stroke="#e6eaf2" stroke-opacity=".5" stroke-width="1.5" stroke-dasharray="3 7"/>`,
    `<circle cx="${middle}" cy="392" r="7" fill="#ffffff"/>`,
    `<path d="M0 0H1200V460H0z" fill="url(#f)"/>`,
  ].join('');
}

const up = '#1fb57a';
const down = '#f0525b';
const violet = '#6f7dff';
const blue = '#4d9fff';
const sourceColours = ['#6f7dff', '#4d9fff', '#1fb57a', '#e0a83a', '#b07cff', '#f0525b'];

function glow(id: string, x: number, y: number, radius: number, colour: string, opacity: number): string {
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius}"><stop stop-color="${colour}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient><path d="M0 0H${width}V${height}H0z" fill="url(#${id})"/>`;
}

mkdirSync(folder, { recursive: true });
for (const [name, drawing] of Object.entries({ balance, index, journal, depth })) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><path d="M0 0H${width}V${height}H0z" fill="#0b0e14"/>${drawing()}</svg>\n`;
  writeFileSync(join(folder, `${name}.svg`), svg);
}
