import { useTranslation } from 'react-i18next';
import { BannerActions } from './banner-actions.tsx';
import classes from './hero.module.css';

/** Replaces the banners when none are published. */
export function Hero() {
  const { t } = useTranslation();
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      <div className={classes.words}>
        <h2 id="hero-title" className={classes.title}>
          {t('home.heroTitle')}
        </h2>
        <p className={classes.text}>{t('home.heroText')}</p>
        <div className={classes.actions}>
          <BannerActions />
        </div>
      </div>
    </section>
  );
}
