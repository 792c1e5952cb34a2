import { newsList, type NewsRow } from '@bourse/contract/content';
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { useCallback, useMemo, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../app/i18n/languages.ts';
import { useRead } from '../../live/read.ts';
import { useReducedMotion } from '../../ui/use-reduced-motion.ts';
import { BannerActions } from './banner-actions.tsx';
import { Hero } from './hero.tsx';
import { bannerInput, newsStaleMs } from './home-reads.ts';
import classes from './banner-carousel.module.css';

/** How long a banner is shown, in milliseconds. */
const bannerMs = 6_000;

/** The site's banners. The height is the same while loading and without banners. */
export function BannerCarousel() {
  const { data, isPending } = useRead(newsList, bannerInput, { staleMs: newsStaleMs });
  const banners = data?.data.data.filter(({ banner }) => banner !== '') ?? [];
  if (isPending) return <div className={classes.place} aria-hidden="true" />;
  return banners.length === 0 ? <Hero /> : <Carousel banners={banners} />;
}

/** Slides that advance by themselves. Pointer or focus inside pauses them; a button stops them. */
function Carousel({ banners }: { readonly banners: readonly NewsRow[] }) {
  const { t } = useTranslation();
  const isCalm = useReducedMotion();
  const [isPaused, setPaused] = useState(false);
  const isMoving = !isCalm && banners.length > 1;
  const plugins = useMemo(
    () =>
      isMoving && !isPaused ? [autoplay({ delay: bannerMs, stopOnInteraction: false, stopOnMouseEnter: true })] : [],
    [isMoving, isPaused],
  );
  const [viewport, embla] = useEmblaCarousel(
    { loop: banners.length > 1, align: 'start', duration: isCalm ? 0 : 20 },
    plugins,
  );
  const selected = useSelected(embla);
  const go = (to: number): void => embla?.scrollTo(to, isCalm);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft') embla?.scrollPrev(isCalm);
    else if (event.key === 'ArrowRight') embla?.scrollNext(isCalm);
    else return;
    event.preventDefault();
  };
  return (
    <section className={classes.place} aria-label={t('home.banners')}>
      {/* The viewport is no control itself; it handles arrow keys from the controls inside it. */}
      <div className={classes.viewport} ref={viewport} role="presentation" onKeyDown={onKey}>
        <div className={classes.slides}>
          {banners.map((banner, at) => (
            <Slide
              key={banner.id}
              banner={banner}
              position={t('home.bannerOf', { number: at + 1, count: banners.length })}
              isFirst={at === 0}
              isShown={at === selected}
            />
          ))}
        </div>
      </div>
      {banners.length > 1 && (
        <div className={classes.controls}>
          <button
            type="button"
            className={classes.control}
            aria-label={t('home.previous')}
            onClick={() => embla?.scrollPrev(isCalm)}
          >
            <IconChevronLeft size={18} aria-hidden="true" />
          </button>
          {banners.map(({ id }, at) => (
            <button
              key={id}
              type="button"
              className={classes.dot}
              aria-label={t('home.bannerOf', { number: at + 1, count: banners.length })}
              aria-current={at === selected ? 'true' : undefined}
              onClick={() => go(at)}
            />
          ))}
          <button
            type="button"
            className={classes.control}
            aria-label={t('home.next')}
            onClick={() => embla?.scrollNext(isCalm)}
          >
            <IconChevronRight size={18} aria-hidden="true" />
          </button>
          {isMoving && <PauseButton isPaused={isPaused} onChange={setPaused} />}
        </div>
      )}
    </section>
  );
}

interface SlideProps {
  readonly banner: NewsRow;
  readonly position: string;
  /** The largest picture above the fold, which is fetched with priority. */
  readonly isFirst: boolean;
  readonly isShown: boolean;
}

function Slide({ banner: { id, title, summary, banner, lang, category_id }, position, isFirst, isShown }: SlideProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.slide} role="group" aria-label={position} inert={!isShown}>
      <img
        className={classes.picture}
        src={banner}
        alt=""
        width={1920}
        height={460}
        draggable={false}
        fetchPriority={isFirst ? 'high' : 'auto'}
        loading={isFirst ? 'eager' : 'lazy'}
      />
      <div className={classes.words} lang={localeOf(lang) ?? undefined}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.summary}>{summary}</p>
        <div className={classes.actions}>
          <BannerActions />
          <Link to="/notice" search={{ id: String(id), category_id: String(category_id) }} className={classes.more}>
            {t('home.readMore')}
            <span className="visually-hidden">{`: ${title}`}</span>
          </Link>
        </div>
      </div>
    </div>
  );
}

interface PauseButtonProps {
  readonly isPaused: boolean;
  readonly onChange: (isPaused: boolean) => void;
}

function PauseButton({ isPaused, onChange }: PauseButtonProps) {
  const { t } = useTranslation();
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <button
      type="button"
      className={classes.control}
      aria-label={isPaused ? t('home.play') : t('home.pause')}
      onClick={() => onChange(!isPaused)}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}

type Embla = ReturnType<typeof useEmblaCarousel>[1];

/** The index of the current slide. */
function useSelected(embla: Embla): number {
  const subscribe = useCallback(
    (onChange: () => void) => {
      embla?.on('select', onChange).on('reInit', onChange);
      return () => {
        embla?.off('select', onChange).off('reInit', onChange);
      };
    },
    [embla],
  );
  return useSyncExternalStore(subscribe, () => embla?.selectedScrollSnap() ?? 0);
}
