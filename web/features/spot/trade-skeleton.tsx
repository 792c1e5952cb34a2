import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import classes from './trade-screen.module.css';

/** The panels of the screen, empty and in their places, until the markets are known. */
export function TradeSkeleton() {
  const { t } = useTranslation();
  const areas = ['list', 'header', 'chart', 'forms', 'book', 'trades', 'assets', 'orders'] as const;
  return (
    <div className={classNames(classes.screen, classes.skeleton)}>
      <output className="visually-hidden">{t('common.loading')}</output>
      {areas.map((area) => (
        <div key={area} className={classNames(classes.blank, classes[area])} />
      ))}
    </div>
  );
}
