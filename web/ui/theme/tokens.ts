/** The table of colours, for style sheets and the chart. */

export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/**
 * The colours of rises and falls: green and red, red and green as in East Asia, or blue and orange for colour-blind
 * users.
 */
export const directionColours = ['standard', 'reversed', 'colour-blind'] as const;
export type DirectionColours = (typeof directionColours)[number];

export interface Palette {
  readonly ground: string;
  readonly panel: string;
  readonly raised: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly accent: string;
  /** Text on a surface of the accent, up or down colour. */
  readonly onFill: string;
  readonly warning: string;
}

export interface Directions {
  readonly up: string;
  readonly down: string;
}

export const palettes: Readonly<Record<Theme, Palette>> = {
  dark: {
    ground: '#0b0e14',
    panel: '#11151d',
    raised: '#181d27',
    line: '#232a36',
    text: '#e6eaf2',
    quiet: '#93a0b4',
    accent: '#6f7dff',
    onFill: '#0b0e14',
    warning: '#e0a83a',
  },
  light: {
    ground: '#f5f6f8',
    panel: '#ffffff',
    raised: '#eef0f4',
    line: '#dfe3ea',
    text: '#141a24',
    quiet: '#566175',
    accent: '#4353e0',
    onFill: '#ffffff',
    warning: '#8a5a00',
  },
};

export const directions: Readonly<Record<Theme, Readonly<Record<DirectionColours, Directions>>>> = {
  dark: {
    standard: { up: '#1fb57a', down: '#f0525b' },
    reversed: { up: '#f0525b', down: '#1fb57a' },
    'colour-blind': { up: '#4d9fff', down: '#f29130' },
  },
  light: {
    standard: { up: '#05734a', down: '#c22f3b' },
    reversed: { up: '#c22f3b', down: '#05734a' },
    'colour-blind': { up: '#1d5fc4', down: '#9a4d00' },
  },
};

/**
 * The colours of lines that a user adds to a chart, ordered so that neighbours differ clearly. A choice is stored by
 * index, so it is valid in both themes.
 */
export const seriesColours: Readonly<Record<Theme, readonly string[]>> = {
  dark: ['#f2b84b', '#b897ff', '#4db8ff', '#ff85b8', '#3fd0c9', '#ff9a62', '#9bd45a', '#b4bfd0'],
  light: ['#8f5b00', '#7344c7', '#0a68b5', '#b92a72', '#066d69', '#b04a12', '#47720f', '#525c6b'],
};

/** The share of a direction's colour in a depth bar or flash over the panel, in per cent. */
export const depthTintPercent = 12;

/** The style sheet of both themes: custom properties below the attribute that the document carries. */
export function themeStyleSheet(): string {
  return themes.map(themeRules).join('\n');
}

function themeRules(theme: Theme): string {
  const palette = palettes[theme];
  const scheme = `[data-mantine-color-scheme='${theme}']`;
  const declarations = [
    `color-scheme: ${theme}`,
    `--ground: ${palette.ground}`,
    `--panel: ${palette.panel}`,
    `--raised: ${palette.raised}`,
    `--line: ${palette.line}`,
    `--text: ${palette.text}`,
    `--quiet: ${palette.quiet}`,
    `--accent: ${palette.accent}`,
    `--accent-tint: color-mix(in srgb, ${palette.accent} 14%, transparent)`,
    `--on-fill: ${palette.onFill}`,
    `--warning: ${palette.warning}`,
    // The pictures of the home page are dark in both themes; text on them uses the dark palette.
    `--banner-ground: ${palettes.dark.ground}`,
    `--banner-text: ${palettes.dark.text}`,
    `--banner-quiet: ${palettes.dark.quiet}`,
    ...directionDeclarations(directions[theme].standard),
    ...statusDeclarations(directions[theme].standard),
  ];
  const blind = directions[theme]['colour-blind'];
  const alternatives = {
    reversed: directionDeclarations(directions[theme].reversed),
    'colour-blind': [...directionDeclarations(blind), ...statusDeclarations(blind)],
  };
  return [
    `:root${scheme} { ${declarations.join('; ')} }`,
    ...Object.entries(alternatives).map(
      ([kind, own]) => `:root${scheme}[data-directions='${kind}'] { ${own.join('; ')} }`,
    ),
  ].join('\n');
}

/** Colours of success and failure: red means failure, whatever colours prices use. */
function statusDeclarations({ up, down }: Directions): string[] {
  return [`--good: ${up}`, `--bad: ${down}`];
}

function directionDeclarations({ up, down }: Directions): string[] {
  return [
    `--up: ${up}`,
    `--down: ${down}`,
    `--up-tint: color-mix(in srgb, ${up} ${depthTintPercent}%, transparent)`,
    `--down-tint: color-mix(in srgb, ${down} ${depthTintPercent}%, transparent)`,
  ];
}
