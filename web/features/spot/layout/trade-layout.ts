/** The arrangements of the panels that a user chooses from on a wide screen. */
export const layoutPresets = ['classic', 'chart', 'book'] as const;
export type LayoutPreset = (typeof layoutPresets)[number];

/** The sizes that a user changes by dragging: the height of the chart, and the widths of the book and the trades. */
export const panelSizes = ['chart', 'book', 'trades'] as const;
export type PanelSize = (typeof panelSizes)[number];

/** The layout of the trade screen on this device. A panel without a size has the default of the style sheet. */
export interface TradeLayout {
  readonly preset: LayoutPreset;
  readonly sizes: Readonly<Partial<Record<PanelSize, number>>>;
}

interface Limits {
  readonly min: number;
  readonly max: number;
}

/** The largest and smallest size that is stored, in pixels, on any screen. */
const storedLimits: Readonly<Record<PanelSize, Limits>> = {
  chart: { min: 200, max: 2_400 },
  book: { min: 240, max: 720 },
  trades: { min: 208, max: 560 },
};

/** The height that the chart leaves to both headers and to the first fields of the forms, in pixels. */
const heightBesideChart = 220;

/** The shares of the window that the book and the trades may take, as in `trade-screen.module.css`. */
const maxShare = { book: 0.26, trades: 0.2 } as const;

/** The limits of a panel's size in a window, in pixels. */
export function limitsOf(
  panel: PanelSize,
  window: { readonly innerWidth: number; readonly innerHeight: number },
): Limits {
  const { min, max } = storedLimits[panel];
  const room =
    panel === 'chart' ? window.innerHeight - heightBesideChart : Math.floor(window.innerWidth * maxShare[panel]);
  return { min, max: Math.max(min, Math.min(max, room)) };
}

export const defaultLayout: TradeLayout = { preset: 'classic', sizes: {} };

/** Reads the stored layout. Each part that is missing or invalid has its default. */
export function readLayout(stored: string | null): TradeLayout {
  const known = parsed(stored);
  const preset = layoutPresets.find((one) => one === known['preset']) ?? defaultLayout.preset;
  const sizes: Partial<Record<PanelSize, number>> = {};
  for (const panel of panelSizes) {
    const size = known[panel];
    const { min, max } = storedLimits[panel];
    if (typeof size === 'number' && Number.isInteger(size) && size >= min && size <= max) sizes[panel] = size;
  }
  return { preset, sizes };
}

export function writeLayout({ preset, sizes }: TradeLayout): string {
  return JSON.stringify({ preset, ...sizes });
}

/** The CSS variable of a panel's size. */
export function sizeVariable(panel: PanelSize): `--${string}` {
  return panel === 'chart' ? '--chart-height' : `--${panel}-width`;
}

/** The CSS variables of the sizes that the user has chosen. */
export function layoutStyle({ sizes }: TradeLayout): Readonly<Record<`--${string}`, string>> {
  return Object.fromEntries(
    panelSizes.flatMap((panel) => {
      const size = sizes[panel];
      return size === undefined ? [] : [[sizeVariable(panel), `${size}px`]];
    }),
  );
}

function parsed(stored: string | null): Readonly<Record<string, unknown>> {
  if (stored === null) return {};
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
