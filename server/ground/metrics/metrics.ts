/** Label names and values, in output order. */
export type Labels = Readonly<Record<string, string>>;

/** Writes the lines of one label set. */
type Series = () => string[];

interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly series: Series[];
}

/** A number that only increases. */
export class Counter {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  add(amount = 1): void {
    this.#value += amount;
  }
}

/** Counts values by upper bounds. `observe` allocates nothing. */
export class Histogram {
  readonly bounds: readonly number[];
  readonly #counts: Float64Array;
  #sum = 0;

  /** `bounds` ascend; values above the last bound are counted as well. */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  get sum(): number {
    return this.#sum;
  }

  observe(value: number): void {
    let at = 0;
    while (at < this.bounds.length && value > (this.bounds[at] ?? Infinity)) at += 1;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += value;
  }

  /** For each bound the number of values up to it, then the total number of values. */
  cumulated(): number[] {
    let sum = 0;
    return [...this.#counts].map((count) => (sum += count));
  }
}

/** Bounds for latencies in seconds, from 0.1 ms to 10 s. */
export const latencyBounds = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

/** Bounds for batch sizes. */
export const sizeBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] as const;

/** All metrics, written in Prometheus text format 0.0.4. */
export class Metrics {
  readonly #families = new Map<string, Family>();

  counter(name: string, help: string, labels: Labels = {}): Counter {
    const counter = new Counter();
    this.#add(name, 'counter', help, () => [lineOf(name, labels, counter.value)]);
    return counter;
  }

  /** Registers a gauge that `read` computes at each scrape. */
  gauge(name: string, help: string, read: () => number, labels: Labels = {}): void {
    this.#add(name, 'gauge', help, () => [lineOf(name, labels, read())]);
  }

  /** Registers a counter that `read` computes at each scrape. */
  total(name: string, help: string, read: () => number, labels: Labels = {}): void {
    this.#add(name, 'counter', help, () => [lineOf(name, labels, read())]);
  }

  /** Values of things that are known only when they are read, each with the value of `label`. */
  each(
    name: string,
    type: 'counter' | 'gauge',
    help: string,
    label: string,
    read: () => Iterable<readonly [text: string, value: number]>,
  ): void {
    this.#add(name, type, help, () => Array.from(read(), ([text, value]) => lineOf(name, { [label]: text }, value)));
  }

  histogram(name: string, help: string, bounds: readonly number[], labels: Labels = {}): Histogram {
    const histogram = new Histogram(bounds);
    this.#add(name, 'histogram', help, () => linesOf(name, labels, histogram));
    return histogram;
  }

  write(): string {
    const lines = [...this.#families.values()].flatMap(({ name, type, help, series }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...series.flatMap((write) => write()),
    ]);
    return `${lines.join('\n')}\n`;
  }

  #add(name: string, type: Family['type'], help: string, series: Series): void {
    const family = this.#families.get(name);
    if (family === undefined) this.#families.set(name, { name, type, help, series: [series] });
    else if (family.type === type) family.series.push(series);
    else throw new Error(`${name} is a ${family.type} already`);
  }
}

function linesOf(name: string, labels: Labels, histogram: Histogram): string[] {
  const counts = histogram.cumulated();
  const count = counts.at(-1) ?? 0;
  return [
    ...histogram.bounds.map((bound, at) =>
      lineOf(`${name}_bucket`, { ...labels, le: String(bound) }, counts[at] ?? count),
    ),
    lineOf(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    lineOf(`${name}_sum`, labels, histogram.sum),
    lineOf(`${name}_count`, labels, count),
  ];
}

function lineOf(name: string, labels: Labels, value: number): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${written.length === 0 ? '' : `{${written.join(',')}}`} ${value}`;
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}
