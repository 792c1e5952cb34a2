import type { LinePlaces } from './draw-lines.ts';

/**
 * The places of the lines' labels. They change with every scroll and zoom of the chart, so they bypass React; a drawing
 * that leaves all of them in place calls no listener.
 */
export class LabelPlaces {
  private places: LinePlaces = { width: 0, height: 0, labels: [] };
  private readonly listeners = new Set<(places: LinePlaces) => void>();

  get current(): LinePlaces {
    return this.places;
  }

  readonly report = (places: LinePlaces): void => {
    if (areSame(this.places, places)) return;
    this.places = places;
    for (const listener of this.listeners) listener(places);
  };

  /** Calls the listener at once and with every change, until the returned function is called. */
  watch(listener: (places: LinePlaces) => void): () => void {
    this.listeners.add(listener);
    listener(this.places);
    return () => this.listeners.delete(listener);
  }
}

function areSame(before: LinePlaces, after: LinePlaces): boolean {
  return (
    before.width === after.width &&
    before.height === after.height &&
    before.labels.length === after.labels.length &&
    before.labels.every(({ key, y }, at) => key === after.labels[at]?.key && y === after.labels[at].y)
  );
}
