import { IconDownload, IconExternalLink, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWidth } from '../../ui/use-width.ts';
import classes from './white-page.module.css';

const paper = '/WhitePaper.pdf';

/**
 * The white paper: embedded where the browser displays PDF files and the screen is wide enough, and always as a
 * download.
 */
export function WhitePage() {
  const { t } = useTranslation();
  // Phones show only the first page of an embedded PDF, or nothing.
  const roomy = useWidth() !== 'narrow';
  const framed = roomy && navigator.pdfViewerEnabled;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{t('shell.white')}</h1>
          <p className={classes.lead}>{t('white.lead')}</p>
        </div>
        {framed && <Links />}
      </header>
      {framed ? (
        <iframe className={classes.frame} src={paper} title={t('white.frame')} height={800} />
      ) : (
        <section className={classes.card} aria-label={t('white.frame')}>
          <IconFileText size={40} stroke={1.25} aria-hidden="true" className={classes.sign} />
          <p className={classes.kind}>{t('white.kind')}</p>
          {roomy && <p className={classes.note}>{t('white.noEmbed')}</p>}
          <Links />
        </section>
      )}
    </div>
  );
}

function Links() {
  const { t } = useTranslation();
  return (
    <p className={classes.links}>
      <a href={paper} target="_blank" rel="noopener" className={classes.open}>
        <IconExternalLink size={18} stroke={1.75} aria-hidden="true" />
        {t('white.open')}
      </a>
      <a href={paper} download className={classes.download}>
        <IconDownload size={18} stroke={1.75} aria-hidden="true" />
        {t('white.download')}
      </a>
    </p>
  );
}
