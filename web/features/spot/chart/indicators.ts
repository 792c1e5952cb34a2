/** The name of a parameter; its text is in the catalogue. */
export type ParamWord =
  | 'length'
  | 'fast'
  | 'slow'
  | 'signal'
  | 'smooth'
  | 'deviation'
  | 'start'
  | 'step'
  | 'maximum'
  | 'weight';

interface IndicatorFacts {
  /** Whether the indicator is drawn on the candles or in a pane below them. */
  readonly place: 'main' | 'sub';
  readonly params: readonly number[];
  /** One name per parameter; or a single name when each parameter adds a line and the user chooses how many. */
  readonly words: readonly ParamWord[] | ParamWord;
  /** The number of lines with a configurable colour; null for one line per parameter. */
  readonly lines: number | null;
}

/** Every indicator of the library, with its default parameters. */
export const indicatorFacts = {
  MA: { place: 'main', params: [5, 10, 30, 60], words: 'length', lines: null },
  EMA: { place: 'main', params: [6, 12, 20], words: 'length', lines: null },
  SMA: { place: 'main', params: [12, 2], words: ['length', 'weight'], lines: 1 },
  BOLL: { place: 'main', params: [20, 2], words: ['length', 'deviation'], lines: 3 },
  SAR: { place: 'main', params: [2, 2, 20], words: ['start', 'step', 'maximum'], lines: 0 },
  BBI: { place: 'main', params: [3, 6, 12, 24], words: ['length', 'length', 'length', 'length'], lines: 1 },
  AVP: { place: 'main', params: [], words: [], lines: 1 },
  VOL: { place: 'sub', params: [5, 10, 20], words: 'length', lines: null },
  MACD: { place: 'sub', params: [12, 26, 9], words: ['fast', 'slow', 'signal'], lines: 2 },
  KDJ: { place: 'sub', params: [9, 3, 3], words: ['length', 'smooth', 'smooth'], lines: 3 },
  RSI: { place: 'sub', params: [6, 12, 24], words: 'length', lines: null },
  AO: { place: 'sub', params: [5, 34], words: ['fast', 'slow'], lines: 0 },
  BIAS: { place: 'sub', params: [6, 12, 24], words: 'length', lines: null },
  BRAR: { place: 'sub', params: [26], words: ['length'], lines: 2 },
  CCI: { place: 'sub', params: [20], words: ['length'], lines: 1 },
  CR: {
    place: 'sub',
    params: [26, 10, 20, 40, 60],
    words: ['length', 'smooth', 'smooth', 'smooth', 'smooth'],
    lines: 5,
  },
  DMA: { place: 'sub', params: [10, 50, 10], words: ['fast', 'slow', 'smooth'], lines: 2 },
  DMI: { place: 'sub', params: [14, 6], words: ['length', 'smooth'], lines: 4 },
  EMV: { place: 'sub', params: [14, 9], words: ['length', 'smooth'], lines: 2 },
  MTM: { place: 'sub', params: [12, 6], words: ['length', 'smooth'], lines: 2 },
  OBV: { place: 'sub', params: [30], words: ['smooth'], lines: 2 },
  PSY: { place: 'sub', params: [12, 6], words: ['length', 'smooth'], lines: 2 },
  PVT: { place: 'sub', params: [], words: [], lines: 1 },
  ROC: { place: 'sub', params: [12, 6], words: ['length', 'smooth'], lines: 2 },
  TRIX: { place: 'sub', params: [12, 9], words: ['length', 'smooth'], lines: 2 },
  VR: { place: 'sub', params: [26, 6], words: ['length', 'smooth'], lines: 2 },
  WR: { place: 'sub', params: [6, 10, 14], words: 'length', lines: null },
} as const satisfies Record<string, IndicatorFacts>;

export type IndicatorName = keyof typeof indicatorFacts;

/** A selected indicator. Colours are indices into `seriesColours`. */
export interface ShownIndicator {
  readonly name: IndicatorName;
  readonly params: readonly number[];
  readonly colours: readonly number[];
}

/** The limits of a parameter. */
export const paramBounds = { min: 1, max: 500 } as const;

/** The maximum number of lines of an indicator whose number of lines the user chooses. */
export const maxLines = 6;

/** The maximum number of panes below the candles. */
const maxPanes = 4;

const colourCount = 8;

/** The default selection: the volume without averages. */
export const defaultIndicators: readonly ShownIndicator[] = [{ name: 'VOL', params: [], colours: [] }];

export function factsOf(name: IndicatorName): IndicatorFacts {
  return indicatorFacts[name];
}

export function namesIn(place: 'main' | 'sub'): readonly IndicatorName[] {
  return names.filter((name) => factsOf(name).place === place);
}

const names = Object.keys(indicatorFacts).filter(isName);

function isName(name: string): name is IndicatorName {
  return Object.hasOwn(indicatorFacts, name);
}

/** An indicator with its default parameters and colours. */
export function defaultIndicator(name: IndicatorName): ShownIndicator {
  const { params } = factsOf(name);
  return { name, params, colours: coloursFor(name, params, []) };
}

/** The indicator with other parameters; new lines get a colour. */
export function withParams({ name, colours }: ShownIndicator, params: readonly number[]): ShownIndicator {
  return { name, params, colours: coloursFor(name, params, colours) };
}

/** Whether another indicator fits, so that the candles keep enough space. */
export function hasRoom(shown: readonly ShownIndicator[], name: IndicatorName): boolean {
  if (factsOf(name).place === 'main') return true;
  return shown.filter((one) => factsOf(one.name).place === 'sub').length < maxPanes;
}

/** Parses the stored indicators. Unknown and invalid ones are skipped. */
export function readIndicators(stored: string | null): readonly ShownIndicator[] {
  if (stored === null) return defaultIndicators;
  const known: ShownIndicator[] = [];
  for (const item of parseList(stored)) {
    const one = readIndicator(item);
    if (one === null || known.some(({ name }) => name === one.name) || !hasRoom(known, one.name)) continue;
    known.push(one);
  }
  return known;
}

/** Whether a number is a valid parameter: within limits and whole, except deviations, which may have one decimal. */
export function isParam(value: unknown, word: ParamWord): value is number {
  if (typeof value !== 'number' || value < paramBounds.min || value > paramBounds.max) return false;
  return Number.isInteger(word === 'deviation' ? Number((value * 10).toFixed(6)) : value);
}

/** The name of the parameter at an index. */
export function wordAt(name: IndicatorName, index: number): ParamWord {
  const { words } = factsOf(name);
  return typeof words === 'string' ? words : (words[index] ?? 'length');
}

function readIndicator(item: unknown): ShownIndicator | null {
  if (typeof item !== 'object' || item === null || !('name' in item) || typeof item.name !== 'string') return null;
  const { name } = item;
  if (!isName(name)) return null;
  const facts = factsOf(name);
  const params =
    'params' in item && Array.isArray(item.params)
      ? item.params.filter((value, index) => isParam(value, wordAt(name, index)))
      : [];
  const fits = typeof facts.words === 'string' ? params.length <= maxLines : params.length === facts.params.length;
  if (!fits) return defaultIndicator(name);
  const colours = 'colours' in item && Array.isArray(item.colours) ? item.colours : [];
  return { name, params, colours: coloursFor(name, params, colours) };
}

function coloursFor(name: IndicatorName, params: readonly number[], kept: readonly unknown[]): readonly number[] {
  const lines = factsOf(name).lines ?? params.length;
  return Array.from({ length: lines }, (_, index) => {
    const colour = kept[index];
    return typeof colour === 'number' && Number.isInteger(colour) && colour >= 0 && colour < colourCount
      ? colour
      : index % colourCount;
  });
}

function parseList(stored: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
