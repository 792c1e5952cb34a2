/** Escaped HTML. All other values in a template are escaped as text. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[];

export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(pieces.map((piece, at) => piece + shown(parts[at] ?? '')).join(''));
}

export const nothing = new Markup('');

/** Text in which backticks mark wire names as code. */
export function sentence(text: string): Markup {
  const pieces = text.split('`');
  return new Markup(
    pieces.map((piece, at) => (at % 2 === 0 ? escaped(piece) : `<code>${escaped(piece)}</code>`)).join(''),
  );
}

/** A block of code. */
export function listing(text: string): Markup {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}

export function json(value: unknown): Markup {
  return listing(JSON.stringify(value, null, 2));
}

function shown(part: Part): string {
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('\n') : escaped(String(part));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
