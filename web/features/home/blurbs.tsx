import { IconArrowsSort, IconDatabase, IconScale, IconSum } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './blurbs.module.css';

/** Each blurb states a property that the exchange can demonstrate. */
const blurbs = [
  { title: 'home.fairTitle', text: 'home.fairText', Icon: IconScale },
  { title: 'home.exactTitle', text: 'home.exactText', Icon: IconSum },
  { title: 'home.durableTitle', text: 'home.durableText', Icon: IconDatabase },
  { title: 'home.orderTitle', text: 'home.orderText', Icon: IconArrowsSort },
] as const;

export function Blurbs() {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-labelledby="home-why">
      <h2 id="home-why" className={classes.head}>
        {t('home.why')}
      </h2>
      <ul className={classes.blurbs}>
        {blurbs.map(({ title, text, Icon }) => (
          <li key={title} className={classes.blurb}>
            <Icon size={24} stroke={1.5} className={classes.sign} aria-hidden="true" />
            <h3 className={classes.title}>{t(title)}</h3>
            <p className={classes.text}>{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
