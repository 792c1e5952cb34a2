import { articleHtml } from '@bourse/contract/content';
import DOMPurify from 'dompurify';

/**
 * Sanitises an article's HTML to the allowed elements. Links may lead only to web pages or mailboxes, and pictures are
 * loaded only from this origin.
 */
export function cleanHtml(html: string, origin: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: [...articleHtml.tags],
    ALLOWED_ATTR: [...articleHtml.attributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  for (const link of fragment.querySelectorAll('a')) fixLink(link, origin);
  for (const image of fragment.querySelectorAll('img')) fixImage(image, origin);
  return fragment;
}

/** The route that a link of an article leads to; null when it leaves the page. */
export function placeOf(link: HTMLAnchorElement, origin: string): string | null {
  const target = URL.parse(link.getAttribute('href') ?? '', origin);
  if (target === null || target.origin !== origin) return null;
  // A path with a dot is a file, and `/api/` belongs to the server.
  const ours = !target.pathname.startsWith('/api/') && !target.pathname.includes('.');
  return ours ? target.pathname + target.search + target.hash : null;
}

function fixLink(link: HTMLAnchorElement, origin: string): void {
  const target = URL.parse(link.getAttribute('href') ?? '', origin);
  if (target === null || !['http:', 'https:', 'mailto:'].includes(target.protocol)) {
    link.removeAttribute('href');
    return;
  }
  if (target.origin === origin) return;
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
}

function fixImage(image: HTMLImageElement, origin: string): void {
  const source = URL.parse(image.getAttribute('src') ?? '', origin);
  if (source?.origin === origin) image.loading = 'lazy';
  else image.remove();
}
