import type { Match, TapeRow } from '@bourse/contract/markets';
import type { Figures } from '../../../ui/figures.ts';
import { createLiveFigure, writeAttribute, writeText } from '../../../ui/live-figure.ts';
import { LiveRows, type LiveRow } from './live-rows.ts';
import { RowLights } from './row-lights.ts';
import classes from './trades.module.css';

/** How the trades are formatted. */
export interface TapeLook {
  readonly figures: Figures;
  readonly match: Match;
  readonly bought: string;
  readonly sold: string;
  /** The accessible name of the button of a price. */
  readonly nameOf: (price: string) => string;
}

/** Renders the latest trades, newest first, into a table body outside React, for the reasons given at `BookBoard`. */
export class TapeBoard {
  readonly #rows: LiveRows<TapeRow>;
  readonly #lights: RowLights;
  #look: TapeLook;
  #newest: number | null = null;
  #shining: readonly HTMLTableRowElement[] = [];

  constructor(body: HTMLElement, look: TapeLook) {
    body.replaceChildren();
    this.#look = look;
    this.#lights = new RowLights(() => this.#shine());
    this.#rows = new LiveRows({
      body,
      from: 'top',
      keyOf: ({ id }) => String(id),
      create: () => createRow(() => this.#look),
    });
  }

  /** Highlights trades after `knownFrom`, the newest trade of the last snapshot. */
  draw(rows: readonly TapeRow[], knownFrom: number, look: TapeLook): void {
    const restyled = look !== this.#look;
    this.#look = look;
    this.#rows.draw(rows, restyled);
    const seen = Math.max(knownFrom, this.#newest ?? knownFrom);
    for (const { id } of rows) if (id > seen) this.#lights.light(String(id));
    this.#newest = rows[0]?.id ?? null;
    this.#shine();
  }

  close(): void {
    this.#lights.close();
  }

  #shine(): void {
    const lit = [...this.#lights.lit()].flatMap((name) => this.#rows.elementOf(name) ?? []);
    for (const row of this.#shining) if (!lit.includes(row)) writeAttribute(row, 'data-lit', null);
    for (const row of lit) writeAttribute(row, 'data-lit', '');
    this.#shining = lit;
  }
}

const arrows = { buy: '↑', sell: '↓' } as const;

function createRow(look: () => TapeLook): LiveRow<TapeRow> {
  const element = document.createElement('tr');
  element.className = classes['row'] ?? '';
  const [price, amount] = [createLiveFigure(), createLiveFigure()];
  const [arrow, clock] = [new Text(), new Text()];
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.className = classes['price'] ?? '';
  button.append(price.element);
  const way = document.createElement('span');
  way.className = classes['way'] ?? '';
  way.role = 'img';
  way.append(arrow);
  const time = document.createElement('time');
  time.className = 'figures';
  time.append(clock);
  const first = element.insertCell();
  first.append(way, button);
  element.insertCell().append(amount.element);
  const last = element.insertCell();
  last.className = classes['time'] ?? '';
  last.append(time);
  return {
    element,
    write: (row) => {
      const { figures, match, bought, sold, nameOf } = look();
      const name = row.way === 2 ? 'buy' : 'sell';
      writeAttribute(element, 'data-way', name);
      writeAttribute(first, 'class', name === 'buy' ? 'up' : 'down');
      writeText(arrow, arrows[name]);
      writeAttribute(way, 'aria-label', name === 'buy' ? bought : sold);
      writeAttribute(button, 'data-row', String(row.id));
      writeAttribute(button, 'aria-label', nameOf(row.price));
      price.write(row.price, match.price_decimals, figures);
      amount.write(row.amount, match.amount_decimals, figures);
      writeAttribute(time, 'datetime', new Date(row.time).toISOString());
      writeAttribute(time, 'title', figures.dateTime(row.time));
      writeText(clock, figures.time(row.time));
    },
  };
}
