import { describe, expect, it } from 'vitest';
import {
  depthTintPercent,
  directionColours,
  directions,
  palettes,
  seriesColours,
  themeStyleSheet,
  themes,
} from './tokens.ts';

describe('the colour palettes', () => {
  for (const theme of themes) {
    const palette = palettes[theme];
    const grounds = [palette.ground, palette.panel, palette.raised];

    it(`keep text and quiet text readable on every background of the ${theme} theme`, () => {
      for (const ground of grounds) {
        expect(contrast(palette.text, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(palette.quiet, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(palette.warning, ground)).toBeGreaterThanOrEqual(4.5);
      }
    });

    it(`keep accent text readable on panels, and text readable on the accent colour, in the ${theme} theme`, () => {
      expect(contrast(palette.accent, palette.panel)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette.onFill, palette.accent)).toBeGreaterThanOrEqual(4.5);
    });

    it(`keep the values of every added chart line readable on panels in the ${theme} theme`, () => {
      expect(seriesColours[theme]).toHaveLength(8);
      for (const colour of seriesColours[theme]) {
        expect(contrast(colour, palette.panel)).toBeGreaterThanOrEqual(4.5);
      }
    });

    for (const kind of directionColours) {
      it(`keep rising and falling numbers (${kind}) readable on every background and depth bar of the ${theme} theme`, () => {
        for (const colour of [directions[theme][kind].up, directions[theme][kind].down]) {
          for (const ground of [...grounds, mix(colour, palette.panel, depthTintPercent / 100)]) {
            expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5);
          }
          expect(contrast(palette.onFill, colour)).toBeGreaterThanOrEqual(4.5);
        }
      });
    }
  }

  it('are both in the style sheet', () => {
    const sheet = themeStyleSheet();
    for (const theme of themes) expect(sheet).toContain(`data-mantine-color-scheme='${theme}'`);
  });
});

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

function mix(over: string, under: string, share: number): string {
  const below = channels(under);
  const mixed = channels(over).map((value, index) => Math.round(value * share + (below[index] ?? 0) * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2 relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
