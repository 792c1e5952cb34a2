import type { Page } from '@playwright/test';

/**
 * What is wider than the screen or than the thing that it stands in, in sentences. It is looked for when the fonts of what is shown are there and
 * the layout has been drawn: two frames later.
 */
export async function faultsOfLayout(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await document.fonts.ready;
    await frame();
    await frame();
    const faults: string[] = [];
    const tooWide = document.documentElement.scrollWidth - window.innerWidth;
    if (tooWide > 0) faults.push(`the page is ${tooWide} px too wide`);
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { display, overflowX, textOverflow, visibility } = getComputedStyle(element);
      // Boxes of a pixel are for those who listen.
      const hidden = visibility === 'hidden' || element.clientWidth <= 1;
      const mayBeLonger = /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || display === 'inline';
      if (hidden || mayBeLonger || element.scrollWidth <= element.clientWidth + 1) continue;
      const speaks = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      const cuts = /hidden|clip/.test(overflowX);
      // What holds words of its own must not lose any; what is pressed must not let them hang over.
      if (!(speaks && cuts) && !element.matches('button, label, th, [role="tab"], nav a')) continue;
      faults.push(`"${element.innerText}" needs ${element.scrollWidth} px and has ${element.clientWidth}`);
    }
    return faults;
  });
}
