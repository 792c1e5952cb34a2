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

const columns: readonly { readonly category: NewsCategoryName; readonly label: 'about' | 'help' | 'news' }[] = [
  { category: 'about', label: 'about' },
  { category: 'support', label: 'help' },
  { category: 'news', label: 'news' },
];

/** The footer of every page: the site's name, links to its articles, and its contacts. */
export function Footer({ config }: { readonly config: SiteConfig | null }) {
  const { t } = useTranslation();
  const { name } = useSiteFace();
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
        {columns.map(({ category, label }) => (
          <nav key={category} className={classes.column} aria-label={t(`shell.${label}`)}>
            <h2 className={classes.head}>{t(`shell.${label}`)}</h2>
            <Titles category={newsCategory[category]} />
          </nav>
        ))}
      </div>
      <p className={classes.copyright}>{name === '' ? '' : t('shell.copyright', { year, name })}</p>
    </footer>
  );
}

function Titles({ category }: { readonly category: number }) {
  const { t } = useTranslation();
  const { data, isPending, isError } = useRead(newsList, { category_id: category, limit: titles }, { staleMs });
  const articles = data?.data.data.slice(0, titles) ?? [];
  if (isError) return <p className={classes.quiet}>{t('common.loadFailed')}</p>;
  if (!isPending && articles.length === 0) return <p className={classes.quiet}>{t('shell.footerEmpty')}</p>;
  return (
    <ul className={classes.titles}>
      {articles.map(({ id, title, lang }) => (
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
