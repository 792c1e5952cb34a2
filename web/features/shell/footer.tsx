import type { CallOutput } from '@bourse/contract';
import { newsCategory, newsList, siteSetting, type NewsCategoryName } from '@bourse/contract/content';
import type { SiteConfig } from '@bourse/contract/identity';
import { IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../app/i18n/languages.ts';
import { useRead } from '../../live/read.ts';
import { useSiteFace } from '../../live/site-config.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { Logo } from './logo.tsx';
import { SupportLink } from './support-link.tsx';
import classes from './footer.module.css';

/** The maximum number of titles in a column. */
const titles = 3;
/** Published content changes rarely. */
const staleMs = 300_000;

const year = new Date().getFullYear();

/** The footer of every page: the site's name, links to its articles, and its contacts. */
export function Footer({ config }: { readonly config: SiteConfig | null }) {
  const { t } = useTranslation();
  const { name } = useSiteFace();
  const columns = [
    { category: 'about', label: 'shell.about', articles: useArticles('about') },
    { category: 'support', label: 'shell.help', articles: useArticles('support') },
    { category: 'news', label: 'shell.news', articles: useArticles('news') },
  ] as const;
  return (
    <footer className={classes.footer}>
      <div className={classes.inside}>
        <div className={classes.site}>
          <span className={classes.name}>
            <Logo source={config?.logo ?? ''} />
            {name}
          </span>
          <Contact />
          <SupportLink address={config?.kefuUrl ?? ''} className={classes.support} />
        </div>
        {columns.map(
          ({ category, label, articles }) =>
            articles !== 'failed' && (
              <nav key={category} className={classes.column} aria-label={t(label)}>
                <h2 className={classes.head}>{t(label)}</h2>
                <Titles category={newsCategory[category]} articles={articles} />
                {category === 'about' && (
                  <Link to="/figures" className={classes.title}>
                    {t('shell.figures')}
                  </Link>
                )}
                {category === 'support' && (
                  <Link to="/help" className={classes.title}>
                    {t('shell.helpCentre')}
                  </Link>
                )}
              </nav>
            ),
        )}
        {/* Once, however many columns are missing. */}
        {columns.some(({ articles }) => articles === 'failed') && (
          <p className={classes.quiet}>{t('common.loadFailed')}</p>
        )}
      </div>
      <p className={classes.copyright}>{name === '' ? '' : t('shell.copyright', { year, name })}</p>
    </footer>
  );
}

type Articles = CallOutput<typeof newsList>['data'];

/** The newest articles of a category; null while they are loading. */
function useArticles(category: NewsCategoryName): Articles | 'failed' | null {
  const { data, isError } = useRead(newsList, { category_id: newsCategory[category], limit: titles }, { staleMs });
  if (isError) return 'failed';
  return data?.data.data.slice(0, titles) ?? null;
}

function Titles({ category, articles }: { readonly category: number; readonly articles: Articles | null }) {
  const { t } = useTranslation();
  if (articles?.length === 0) return <p className={classes.quiet}>{t('shell.footerEmpty')}</p>;
  return (
    <ul className={classes.titles}>
      {articles?.map(({ id, title, lang }) => (
        <li key={id}>
          <Link
            to="/notice"
            search={{ id: String(id), category_id: String(category) }}
            className={classes.title}
            title={title}
            lang={localeOf(lang) ?? undefined}
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Contact() {
  const { t } = useTranslation();
  const copy = useCopy();
  const mobile = useSetting('contact_mobile');
  const email = useSetting('contact_email');
  return (
    <dl className={classes.contact} aria-label={t('shell.contact')}>
      {mobile !== '' && (
        <div>
          <dt>{t('shell.contactMobile')}</dt>
          <dd>
            <a href={`tel:${mobile.replaceAll(/[^\d+]/g, '')}`} className={classes.title}>
              {mobile}
            </a>
          </dd>
        </div>
      )}
      {email !== '' && (
        <div>
          <dt>{t('shell.contactEmail')}</dt>
          <dd>
            <a href={`mailto:${email}`} className={classes.title}>
              {email}
            </a>
            <button
              type="button"
              className={classes.copy}
              aria-label={t('shell.copyEmail')}
              title={t('shell.copyEmail')}
              onClick={() => copy(email)}
            >
              <IconCopy size={16} stroke={1.75} aria-hidden="true" />
            </button>
          </dd>
        </div>
      )}
    </dl>
  );
}

function useSetting(key: 'contact_mobile' | 'contact_email'): string {
  return String(useRead(siteSetting, { key }, { staleMs }).data?.data ?? '').trim();
}
