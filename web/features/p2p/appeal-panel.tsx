import { type LegalAppeal, type LegalEvidence, type LegalOrderDetail, p2pLimits } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../../ui/use-figures.ts';
import { OwnImage } from '../images/index.ts';
import classes from './order.module.css';

interface AppealPanelProps {
  readonly order: LegalOrderDetail;
  readonly appeal: LegalAppeal;
}

const openers = {
  me: 'escrow.appealMine',
  other: 'escrow.appealOther',
  exchange: 'escrow.appealExchange',
} as const;

/** The last appeal of an order: why it was opened, what both sides say, and how it ended. */
export function AppealPanel({ appeal, order }: AppealPanelProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { answer_until: answerUntil, evidence, opened_by: openedBy, outcome, reason, words } = appeal;
  const isDecided = outcome === 'released' || outcome === 'refunded';
  return (
    <section className={classes.card} aria-label={t('escrow.appeal')}>
      <h2 className={classes.subtitle}>{t('escrow.appeal')}</h2>
      <p>
        {t(openers[openedBy])} <b>{t(`escrow.appealReasons.${reason}`)}</b>
      </p>
      {outcome === null && openedBy !== 'me' && (
        <p className={classes.warning}>{t('escrow.answerUntil', { time: figures.dateTime(answerUntil) })}</p>
      )}
      {outcome !== null && <p className={classes.lead}>{t(`escrow.outcomes.${outcome}`)}</p>}
      {words !== '' && (
        <>
          <h3 className={classes.subtitle}>{t('escrow.decisionReason')}</h3>
          <p className={classes.prose}>{words}</p>
        </>
      )}
      {isDecided && <p className={classes.quiet}>{t('escrow.review', { days: p2pLimits.chatDays })}</p>}
      {evidence.length === 0 && <p className={classes.quiet}>{t('escrow.noEvidence')}</p>}
      <ol className={classes.evidence}>
        {evidence.map((one) => (
          <li key={`${one.created_at} ${one.from} ${one.content}`}>
            <Evidence evidence={one} order={order} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Evidence({ evidence, order }: { readonly evidence: LegalEvidence; readonly order: LegalOrderDetail }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { content, created_at: createdAt, from, images } = evidence;
  const authors = { me: t('escrow.chat.you'), other: order.counterparty.name, exchange: t('escrow.chat.support') };
  return (
    <>
      <p className={classes.quiet}>
        <b>{authors[from]}</b> <time dateTime={new Date(createdAt).toISOString()}>{figures.dateTime(createdAt)}</time>
      </p>
      <p className={classes.prose}>{content}</p>
      {images.length > 0 && (
        <div className={classes.images}>
          {images.map((url, at) => (
            <OwnImage
              key={url}
              url={url}
              label={`${t('escrow.appealImages', { maximum: p2pLimits.evidenceImages })}: ${at + 1}`}
            />
          ))}
        </div>
      )}
    </>
  );
}
