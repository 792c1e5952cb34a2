import { useCopy } from '../../ui/use-copy.ts';
import { Time } from '../parts/figures.tsx';
import { useSession } from '../wire/session.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './audit-head.module.css';

/**
 * The head of the audit chain: compared with the one that was mailed, it shows that no row was rewritten.
 */
export function AuditHead() {
  const t = useTexts();
  const copy = useCopy();
  const { audit } = useSession();
  return (
    <footer className={classes.foot}>
      {audit === null ? (
        <span>{t('frame.auditEmpty')}</span>
      ) : (
        <>
          <span>{t('frame.auditHead')}</span>
          <button
            type="button"
            className={classes.hash}
            title={t('frame.auditCopy', { hash: `${audit.id}-${audit.hash}` })}
            onClick={() => copy(`${audit.id}-${audit.hash}`)}
          >
            <span className="figures">
              {audit.id} · {audit.hash.slice(0, 16)}
            </span>
          </button>
          <Time at={audit.at} only="absolute" />
        </>
      )}
    </footer>
  );
}
