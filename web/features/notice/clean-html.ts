import { articleHtml } from '@bourse/contract/content';
import DOMPurify from 'dompurify';

/**
 * Makes nodes of an article's HTML, of the elements that an article may be made of and nothing else. Whoever wrote it,
 * a link can lead only to the web or to a mailbox, and a picture comes only from this address.
 */
export function cleanHtml(html: string, origin: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: [...articleHtml.tags],
    ALLOWED_ATTR: [...articleHtml.attributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  for (const link of fragment.querySelectorAll('a')) mendLink(link, origin);
  for (const image of fragment.querySelectorAll('img')) mendImage(image, origin);
  return fragment;
}

/** Where a link of an article leads within the page, as the router names it; null when it leaves the page. */
export function placeOf(link: HTMLAnchorElement, origin: string): string | null {
  const target = URL.parse(link.getAttribute('href') ?? '', origin);
  if (target === null || target.origin !== origin) return null;
  // What has a dot in its name is a file; calls and their documentation are the server's.
  const ours = !target.pathname.startsWith('/api/') && !target.pathname.includes('.');
  return ours ? target.pathname + target.search + target.hash : null;
}

function mendLink(link: HTMLAnchorElement, origin: string): void {
  const target = URL.parse(link.getAttribute('href') ?? '', origin);
  if (target === null || !['http:', 'https:', 'mailto:'].includes(target.protocol)) {
    link.removeAttribute('href');
    return;
  }
  if (target.origin === origin) return;
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
}

function mendImage(image: HTMLImageElement, origin: string): void {
  const source = URL.parse(image.getAttribute('src') ?? '', origin);
  if (source?.origin === origin) image.loading = 'lazy';
  else image.remove();
}
