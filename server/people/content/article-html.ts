import { articleHtml } from '@bourse/contract/content';
import { Parser } from 'htmlparser2';

const tags = new Set<string>(articleHtml.tags);
const attributes = new Set<string>(articleHtml.attributes);

/**
 * The first part of an article's HTML that readers would not see, because the page removes it: an element or attribute
 * outside `articleHtml`, a link to something other than a page or mailbox, a picture of another site. Null if there is
 * none.
 */
export function forbiddenHtml(html: string): string | null {
  let found: string | null = null;
  const parser = new Parser(
    {
      onopentag: (name, given) => {
        found ??= forbiddenTag(name, given);
      },
      oncomment: () => {
        found ??= '<!-- -->';
      },
      onprocessinginstruction: (name) => {
        found ??= `<${name}>`;
      },
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  return found;
}

function forbiddenTag(name: string, given: Readonly<Record<string, string>>): string | null {
  if (!tags.has(name)) return `<${name}>`;
  for (const [attribute, value] of Object.entries(given)) {
    if (!attributes.has(attribute)) return `<${name} ${attribute}>`;
    if (attribute === 'href' && !isLink(value)) return `<${name} href="${value.slice(0, 60)}">`;
    if (attribute === 'src' && !isOwnPath(value)) return `<${name} src="${value.slice(0, 60)}">`;
  }
  return null;
}

/** A base to resolve paths against; no article can know the venue's own name. */
const anySite = 'https://site.invalid';

function isLink(address: string): boolean {
  const target = URL.parse(address, anySite);
  return target !== null && ['http:', 'https:', 'mailto:'].includes(target.protocol);
}

/** Whether an address is a path of this site, wherever it is served. */
export function isOwnPath(address: string): boolean {
  return URL.parse(address, anySite)?.origin === anySite && address.startsWith('/');
}
