import type { Page } from '@playwright/test';

/**
 * Reports overflow of the page and of texts, as sentences, once fonts are loaded and the layout has been drawn (two
 * frames later).
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
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const around = text.parentElement;
      if (around === null || text.textContent?.trim() === '') continue;
      const { overflowX, textOverflow, visibility } = getComputedStyle(around);
      // Boxes of one pixel are for screen readers; texts with an ellipsis and scrolling boxes may overflow.
      const mayBeLonger = /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis';
      if (visibility === 'hidden' || around.clientWidth === 1 || mayBeLonger) continue;
      // Text must not be clipped by its container or overflow a control.
      const cuts = /hidden|clip/.test(overflowX);
      const box = cuts ? around : around.closest('button, label, th, [role="tab"], nav a');
      if (box === null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const [words, room] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
      const over = Math.max(room.left - words.left, words.right - room.right);
      if (words.width > 1 && over > 1) faults.push(`"${text.textContent}" overflows by ${Math.ceil(over)} px`);
    }
    return faults;
  });
}
