import type { TextFile } from './source.ts';

/** Reports messages in JSON examples of Markdown files that no English text produces. */
export function quotedMessageViolations({ path, text }: TextFile, english: Iterable<string>): string[] {
  if (!path.endsWith('.md')) return [];
  const quoted = [...text.matchAll(/"message": "([^"]+)"/g)].map(([, message = '']) => message);
  if (quoted.length === 0) return [];
  const patterns = Array.from(english, patternOf);
  return quoted
    .filter((message) => !patterns.some((pattern) => pattern.test(message)))
    .map((message) => `${path} quotes "${message}", which no English text says`);
}

/** Matches a text with any values of its parameters. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{\{[^}]*\}\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`);
}
