import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from './chromium.ts';

/**
 * Prints `white-paper/paper.html` to `web/public/WhitePaper.pdf`. Run it after a change:
 * `node e2e/print-white-paper.ts`. The output is reproducible, because the time of printing is overwritten.
 */
const root = join(import.meta.dirname, '..');
const source = join(import.meta.dirname, 'white-paper');
const font = join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-standard-normal.woff2');
const target = join(root, 'web/public/WhitePaper.pdf');

const footer = `<div style="width:100%;padding:0 24mm;font:8px sans-serif;color:#566175;display:flex;justify-content:space-between"><span>Bourse</span><span class="pageNumber"></span></div>`;

const folder = mkdtempSync(join(tmpdir(), 'bourse-white-paper-'));
const browser = await openBrowser();
try {
  for (const name of ['paper.html', 'paper.css']) copyFileSync(join(source, name), join(folder, name));
  copyFileSync(font, join(folder, 'inter.woff2'));
  const page = await browser.newPage();
  await page.goto(pathToFileURL(join(folder, 'paper.html')).href);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    tagged: true,
    outline: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: footer,
  });
  writeFileSync(target, withoutTime(pdf));
  process.stdout.write(`${target}: ${readFileSync(target).byteLength} bytes\n`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Replaces dates by one of the same length, so that the offsets in the file stay valid. */
function withoutTime(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  return Buffer.from(
    text.replaceAll(/\/(CreationDate|ModDate) \(D:\d{14}/g, (_whole, name: string) => `/${name} (D:20260101000000`),
    'latin1',
  );
}
