import type { Figures } from '../../../ui/figures.ts';
import { createLiveFigure, writeAttribute } from '../../../ui/live-figure.ts';
import type { BookLine, BookLines } from './book-lines.ts';
import { LiveRows, type LiveRow } from './live-rows.ts';
import { RowLights } from './row-lights.ts';
import { rowNameOf } from './shown-lines.ts';
import classes from './order-book.module.css';

/** How the lines of a side are formatted. */
export interface BookLook {
  readonly figures: Figures;
  readonly decimals: number;
  readonly amountDecimals: number;
  /** The accessible name of the button of a price. */
  readonly nameOf: (price: string) => string;
  /** The text for the user's own part of a line. */
  readonly ownOf: (amount: string) => string;
}

/**
 * Renders the lines of one side of the book into an element prepared by `BookSide`. A busy book changes most of its
 * lines twenty times a second, which would be a hundred React components each time; here only changed texts are
 * written. All depth bars of a side are one SVG path and all highlights another, because per-row styles would be
 * recalculated with every change.
 */
export class BookBoard {
  readonly #bars: Shape;
  readonly #lit: Shape;
  readonly #rows: LiveRows<BookLine>;
  readonly #lights: RowLights;
  #look: BookLook;
  #lines: readonly BookLine[] | null = null;

  constructor(element: HTMLElement, side: keyof BookLines, look: BookLook) {
    const body = element.querySelector('tbody');
    const [lit, bars] = element.querySelectorAll('path');
    if (body === null || lit === undefined || bars === undefined)
      throw new Error('BookSide renders the parts of the board');
    body.replaceChildren();
    this.#look = look;
    this.#lit = new Shape(lit);
    this.#bars = new Shape(bars);
    this.#lights = new RowLights(() => this.#shine());
    this.#rows = new LiveRows({
      body,
      from: side === 'asks' ? 'bottom' : 'top',
      keyOf: ({ price }) => price,
      create: () => createRow(side, () => this.#look),
    });
  }

  /** Renders the lines, best first. */
  draw(lines: readonly BookLine[], look: BookLook): void {
    const restyled = look !== this.#look;
    if (lines === this.#lines && !restyled) return this.#shine();
    this.#look = look;
    this.#rows.draw(lines, restyled);
    if (this.#lines !== null) this.#light(this.#lines, lines);
    this.#lines = lines;
    this.#bars.write(barsOf(lines));
    this.#shine();
  }

  /** The rendered line at a price. */
  at(price: string): BookLine | undefined {
    return this.#lines?.find((line) => line.price === price);
  }

  close(): void {
    this.#lights.close();
  }

  /**
   * Highlights the lines that are new or whose amount changed. The last line is skipped when it is new, because it may
   * only have scrolled into view.
   */
  #light(before: readonly BookLine[], after: readonly BookLine[]): void {
    const amounts = new Map(before.map(({ price, amount }) => [price, amount]));
    for (const [place, { price, amount }] of after.entries()) {
      const known = amounts.get(price);
      if (known !== amount && (known !== undefined || place < after.length - 1)) this.#lights.light(price);
    }
  }

  #shine(): void {
    const lit = this.#lights.lit();
    const places = (this.#lines ?? []).map(({ price }, place) => (lit.has(price) ? `M0 ${place}h100v1H0z` : ''));
    this.#lit.write(places.join(''));
  }
}

/** The path of the depth bars: each is 1 high and up to 100 long, from the right edge. */
function barsOf(lines: readonly BookLine[]): string {
  if (lines.length === 0) return '';
  return `M100 0${lines.map(({ share }, place) => `H${100 - share}V${place + 1}`).join('')}H100z`;
}

/** An SVG path whose outline is written only when it changes. */
class Shape {
  readonly #path: SVGPathElement;
  #outline = '';

  constructor(path: SVGPathElement) {
    this.#path = path;
  }

  write(outline: string): void {
    if (outline === this.#outline) return;
    this.#outline = outline;
    this.#path.setAttribute('d', outline);
  }
}

function createRow(side: keyof BookLines, look: () => BookLook): LiveRow<BookLine> {
  const element = document.createElement('tr');
  element.className = classes['row'] ?? '';
  element.dataset['side'] = side;
  const [price, amount, sum] = [createLiveFigure(), createLiveFigure(), createLiveFigure()];
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.className = `${classes['price'] ?? ''} ${side === 'asks' ? 'down' : 'up'}`;
  button.append(price.element);
  for (const content of [button, amount.element, sum.element]) element.insertCell().append(content);
  const mark = document.createElement('span');
  mark.className = classes['own'] ?? '';
  mark.ariaHidden = 'true';

  let named: { readonly price: string; readonly own: string | null; readonly look: BookLook } | null = null;
  const name = ({ price: at, own }: BookLine, shown: BookLook): void => {
    if (named?.price === at && named.own === own && named.look === shown) return;
    named = { price: at, own, look: shown };
    const marked = own === null ? null : shown.ownOf(own);
    writeAttribute(button, 'aria-label', marked === null ? shown.nameOf(at) : `${shown.nameOf(at)}, ${marked}`);
    writeAttribute(button, 'title', marked);
    writeAttribute(button, 'data-row', rowNameOf(side, at));
    if (marked === null) mark.remove();
    else if (mark.parentElement === null) button.prepend(mark);
  };
  return {
    element,
    write: (line) => {
      const shown = look();
      name(line, shown);
      price.write(line.price, shown.decimals, shown.figures);
      amount.write(line.amount, shown.amountDecimals, shown.figures);
      sum.write(line.sum, shown.amountDecimals, shown.figures);
    },
  };
}
