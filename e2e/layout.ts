import type { Page } from '@playwright/test';

/**
 * What is wider than the screen or than the thing that it stands in, in sentences. It is looked for when the fonts of
 * what is shown are there and the layout has been drawn: two frames later.
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
      // Boxes of a pixel are for those who listen; what ends in dots or scrolls may be longer.
      const mayBeLonger = /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis';
      if (visibility === 'hidden' || around.clientWidth === 1 || mayBeLonger) continue;
      // Words must not be cut off by what holds them, nor hang over what is pressed.
      const cuts = /hidden|clip/.test(overflowX);
      const box = cuts ? around : around.closest('button, label, th, [role="tab"], nav a');
      if (box === null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const [words, room] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
      const over = Math.max(room.left - words.left, words.right - room.right);
      if (words.width > 1 && over > 1) faults.push(`"${text.textContent}" hangs over by ${Math.ceil(over)} px`);
    }
    return faults;
  });
}
