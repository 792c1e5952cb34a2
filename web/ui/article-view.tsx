import { useEffect, useRef, type ReactNode } from 'react';
import { cleanHtml, placeOf } from './clean-html.ts';
import classes from './article-view.module.css';

interface ArticleViewProps {
  readonly title: string;
  /** The body: HTML, which is sanitised. */
  readonly html: string;
  /** The language of the article (BCP 47 tag); null if unknown. */
  readonly locale: string | null;
  /** Epoch milliseconds, and the same as text. */
  readonly createdAt: number;
  readonly time: string;
  /** Opens a path of this site. */
  readonly onFollow: (path: string) => void;
  /** A remark below the time. */
  readonly children?: ReactNode;
}

/** An article as readers see it, on the page and in the preview of its editors. */
export function ArticleView({ title, html, locale, createdAt, time, onFollow, children }: ArticleViewProps) {
  return (
    <article className={classes.article}>
      <header>
        <h1 className={classes.title} lang={locale ?? undefined}>
          {title}
        </h1>
        <time className={classes.time} dateTime={new Date(createdAt).toISOString()}>
          {time}
        </time>
        {children !== undefined && <div className={classes.foreign}>{children}</div>}
      </header>
      <Body html={html} lang={locale} onFollow={onFollow} />
    </article>
  );
}

/** Links within the site navigate without reloading the page. */
function Body({
  html,
  lang,
  onFollow,
}: {
  readonly html: string;
  readonly lang: string | null;
  readonly onFollow: (path: string) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const body = place.current;
    if (body === null) return;
    body.replaceChildren(cleanHtml(html, location.origin));
    const follow = (event: MouseEvent): void => {
      const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const to = link === null || !plain ? null : placeOf(link, location.origin);
      if (to === null) return;
      event.preventDefault();
      onFollow(to);
    };
    body.addEventListener('click', follow);
    return () => body.removeEventListener('click', follow);
  }, [html, onFollow]);
  return <div ref={place} className={classes.text} lang={lang ?? undefined} />;
}
