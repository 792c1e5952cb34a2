import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './feedback.module.css';

export function BackToList() {
  const { t } = useTranslation();
  return (
    <Link to="/personal/feedback" className={classes.back}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
      {t('feedback.back')}
    </Link>
  );
}
