import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from './chromium.ts';

/**
 * Renders the icons of the installable app into `web/public/icons` from the logo, `web/public/favicon.svg`, and
 * `favicon.ico`, which some browsers request whatever a page says. Run it after changing the logo:
 * `node e2e/draw-icons.ts`.
 */
const pages = join(import.meta.dirname, '..', 'web', 'public');
const mark = readFileSync(join(pages, 'favicon.svg'), 'utf8').trim();
/** Without rounded corners, for systems that mask icons; the drawing lies within the safe zone. */
const full = mark.replace('rx="7"', 'rx="0"');

const icons: readonly { readonly name: string; readonly size: number; readonly svg: string }[] = [
  { name: 'icon-192', size: 192, svg: mark },
  { name: 'icon-512', size: 512, svg: mark },
  { name: 'maskable-512', size: 512, svg: full },
  { name: 'touch-180', size: 180, svg: full },
];

/** The size of the image in `favicon.ico`. */
const iconSize = 48;

mkdirSync(join(pages, 'icons'), { recursive: true });
const browser = await openBrowser();
try {
  for (const { name, size, svg } of icons) {
    writeFileSync(join(pages, 'icons', `${name}.png`), await drawn(svg, size));
  }
  writeFileSync(join(pages, 'favicon.ico'), asIcon(await drawn(mark, iconSize)));
} finally {
  await browser.close();
}

async function drawn(svg: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** A file of the ICO format with one PNG image: its header, one entry of the directory, and the image. */
function asIcon(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(iconSize, 6);
  header.writeUInt8(iconSize, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
