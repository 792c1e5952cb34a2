import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from './chromium.ts';

/**
 * Renders the icons of the installable app into `web/public/icons` from the logo, `web/public/favicon.svg`. Run it
 * after changing the logo: `node e2e/draw-icons.ts`.
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

mkdirSync(join(pages, 'icons'), { recursive: true });
const browser = await openBrowser();
try {
  for (const { name, size, svg } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    await page.screenshot({ path: join(pages, 'icons', `${name}.png`), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
