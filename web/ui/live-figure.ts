import { splitTail, type Figures } from './figures.ts';
import classes from './figure.module.css';

/** The DOM equivalent of `Figure`, for values that change too often to be rendered by React. */
export interface LiveFigure {
  readonly element: HTMLElement;
  /** Writes a plain decimal with `decimals` decimals, changing only the text nodes that differ. */
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

/** Skips an unchanged text, because the browser would repaint it even so. */
export function writeText(node: Text, text: string): void {
  if (node.data !== text) node.data = text;
}

/** Sets an attribute only when it differs; null removes it. */
export function writeAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
