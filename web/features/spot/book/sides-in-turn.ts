import { compareDecimals } from '../../../live/decimal.ts';
import { leaveFrame, waitForFrame } from '../../../live/frame-batch.ts';
import { noLines, type BookLines } from './book-lines.ts';

/**
 * Draws the two sides of a book in successive frames, because a slow device cannot draw both in one. The side that
 * moves away from the other is drawn first, so that the sides never cross on screen.
 */
export class SidesInTurn {
  readonly #draw: (side: keyof BookLines, lines: BookLines) => void;
  /** Called when both sides on screen belong to the same book. */
  readonly #onWhole: () => void;
  #wanted = noLines;
  #drawn = noLines;
  readonly #next = (): void => this.#drawOne();

  constructor(draw: (side: keyof BookLines, lines: BookLines) => void, onWhole: () => void) {
    this.#draw = draw;
    this.#onWhole = onWhole;
  }

  /** Draws both sides now. */
  all(lines: BookLines): void {
    leaveFrame(this.#next);
    this.#wanted = lines;
    this.#put('asks');
    this.#put('bids');
    this.#onWhole();
  }

  /** Draws one changed side now, and the other one, if it has changed too, in a frame of its own. */
  follow(lines: BookLines): void {
    this.#wanted = lines;
    this.#drawOne();
  }

  close(): void {
    leaveFrame(this.#next);
  }

  #drawOne(): void {
    const side = this.#sideToDraw();
    if (side !== null) this.#put(side);
    if (this.#sideToDraw() === null) this.#onWhole();
    else waitForFrame(this.#next);
  }

  #put(side: keyof BookLines): void {
    this.#drawn = { ...this.#drawn, [side]: this.#wanted[side] };
    this.#draw(side, this.#wanted);
  }

  #sideToDraw(): keyof BookLines | null {
    const { asks, bids } = this.#wanted;
    if (asks === this.#drawn.asks) return bids === this.#drawn.bids ? null : 'bids';
    if (bids === this.#drawn.bids) return 'asks';
    const [ask, bid] = [asks[0], this.#drawn.bids[0]];
    const crosses = ask !== undefined && bid !== undefined && compareDecimals(ask.price, bid.price) <= 0;
    return crosses ? 'bids' : 'asks';
  }
}
