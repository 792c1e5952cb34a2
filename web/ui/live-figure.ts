import { splitTail, type Figures } from './figures.ts';
import classes from './figure.module.css';

/** What `Figure` shows, for places that change too often for a component of their own. */
export interface LiveFigure {
  readonly element: HTMLElement;
  /** Writes a plain decimal with so many decimals; whatever it has in common with what stands there stays untouched. */
  write(value: string, decimals: number, figures: Figures): void;
}

export function createLiveFigure(): LiveFigure {
  const element = document.createElement('span');
  element.className = 'figures';
  const head = document.createTextNode('');
  const quiet = document.createElement('span');
  quiet.className = classes['tail'] ?? '';
  const tail = document.createTextNode('');
  quiet.append(tail);
  element.append(head, quiet);
  return {
    element,
    write: (value, decimals, figures) => {
      const [written, zeros] = splitTail(figures.fixed(value, decimals), figures.signs);
      writeText(head, written);
      writeText(tail, zeros);
    },
  };
}

/** A text that says the same is not written, since the browser would draw it again all the same. */
export function writeText(node: Text, text: string): void {
  if (node.data !== text) node.data = text;
}

/** The same of an attribute; null takes it away. */
export function writeAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
