import { useTranslation } from 'react-i18next';
import { SkeletonText } from '../../ui/states.tsx';
import classes from '../../ui/article-view.module.css';

/** A placeholder for an article: title, time and lines of text. */
export function ArticleSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.article}>
      <output className="visually-hidden">{t('common.loading')}</output>
      <div className={classes.title}>
        <SkeletonText width="56%" />
      </div>
      <div className={classes.time}>
        <SkeletonText width={140} />
      </div>
      <div className={classes.text}>
        {lines.map((width, index) => (
          <div key={index} className={classes.line}>
            <SkeletonText width={`${width}%`} />
          </div>
        ))}
      </div>
    </div>
  );
}

const lines = [96, 91, 98, 64, 94, 97, 88, 40, 95, 92];
