import type { LegalAd } from '@bourse/contract/p2p';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../../ui/use-figures.ts';
import { ReportDialog } from './report-dialog.tsx';
import classes from './take.module.css';

interface AdTermsProps {
  readonly ad: LegalAd;
}

/** The conditions of an ad: the time to pay, its payment methods, who may take it, and the words of its merchant. */
export function AdTerms({ ad }: AdTermsProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const [isReporting, setReporting] = useState(false);
  const { merchant, methods, pay_minutes: minutes, rules, terms } = ad;
  const count = (value: number): string => figures.trimmed(String(value), 0);
  const required = [
    rules.orders > 0 && t('p2p.needsOrders', { orders: count(rules.orders) }),
    rules.days > 0 && t('p2p.needsDays', { days: count(rules.days) }),
    rules.hours !== null && t('p2p.hours', { from: dayTime(rules.hours.from), to: dayTime(rules.hours.to) }),
  ].filter((text) => text !== false);
  return (
    <div className={classes.terms}>
      <dl className={classes.facts}>
        <dt>{t('p2p.window')}</dt>
        <dd className="figures">{t('p2p.minutes', { minutes: count(minutes) })}</dd>
        <dt>{t('p2p.methods')}</dt>
        <dd>
          {methods.map(({ code, instant, name, reversible }) => (
            <span key={code} className={classes.method}>
              {name}
              {instant === 1 && <span className={classes.quiet}>{t('p2p.instant')}</span>}
              {reversible === 1 && <span className={classes.quiet}>{t('p2p.reversible')}</span>}
            </span>
          ))}
        </dd>
        {required.length > 0 && (
          <>
            <dt>{t('p2p.requires')}</dt>
            <dd>
              {required.map((text) => (
                <span key={text} className={classes.method}>
                  {text}
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
      <h3 className={classes.subtitle}>{t('p2p.terms')}</h3>
      <p className={classes.prose}>{terms === '' ? t('p2p.noTerms') : terms}</p>
      <p className={classes.quiet}>{t('p2p.windowText', { minutes: count(minutes) })}</p>
      <button type="button" className={classes.report} aria-haspopup="dialog" onClick={() => setReporting(true)}>
        {t('p2p.report.action')}
      </button>
      {isReporting && <ReportDialog subject="ad" id={ad.id} name={merchant.name} onClose={() => setReporting(false)} />}
    </div>
  );
}

/** A minute of the day, as on a clock of UTC. */
function dayTime(minute: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)} UTC`;
}
