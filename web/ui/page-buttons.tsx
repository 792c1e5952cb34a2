import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './page-buttons.module.css';

interface PageButtonsProps {
  readonly page: number;
  readonly pages: number;
  readonly onChange: (page: number) => void;
}

/** Buttons for the pages of a list; nothing when there is only one page. */
export function PageButtons({ page, pages, onChange }: PageButtonsProps) {
  const { t } = useTranslation();
  if (pages <= 1 && page === 1) return null;
  return (
    <nav className={classes.pages} aria-label={t('common.page', { page, pages })}>
      <button type="button" aria-label={t('common.previous')} disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <IconChevronLeft size={16} aria-hidden="true" />
      </button>
      <span className="figures">{t('common.page', { page, pages })}</span>
      <button type="button" aria-label={t('common.next')} disabled={page >= pages} onClick={() => onChange(page + 1)}>
        <IconChevronRight size={16} aria-hidden="true" />
      </button>
    </nav>
  );
}
