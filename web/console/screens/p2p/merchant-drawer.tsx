import { type P2pMerchantRow, p2pCalls } from '@bourse/contract/console';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { type MerchantAction, merchantDecisions } from './merchant-dialog.tsx';
import { merchantTones } from './p2p-tones.ts';
import { UserLink } from './user-link.tsx';
import classes from './p2p.module.css';

interface MerchantDrawerProps {
  readonly row: P2pMerchantRow;
  readonly onClose: () => void;
  readonly onAction: (action: MerchantAction) => void;
}

/** A merchant or an applicant with the figures that decide, and the decisions that are possible now. */
export function MerchantDrawer({ onAction, onClose, row }: MerchantDrawerProps) {
  const t = useTexts();
  const mayDecide = useMay(p2pCalls.decideP2pMerchant);
  const yesNo = (is: boolean): string => t(is ? 'words.yes' : 'words.no');
  const words = (text: string): ReactNode => <span className={classes.text}>{text === '' ? noFigure : text}</span>;
  return (
    <Drawer
      title={row.name}
      onClose={onClose}
      actions={
        mayDecide &&
        merchantDecisions(row.state).map((decision) => (
          <Button
            key={decision}
            size="dense"
            look={decision === 'approve' || decision === 'restore' ? 'accent' : 'danger'}
            onClick={() => onAction({ decision, row })}
          >
            {t(`fiat.${decision}`)}
          </Button>
        ))
      }
    >
      <Facts
        facts={[
          [t('fiat.user'), <UserLink key="user" id={row.id} />],
          [
            t('words.state'),
            <StateBadge key="state" tone={merchantTones[row.state]}>
              {t(`fiat.merchantStates.${row.state}`)}
            </StateBadge>,
          ],
          [t('fiat.applied'), <Time key="applied" at={row.applied_at} />],
          [t('fiat.decidedAt'), <Time key="decided" at={row.decided_at} />],
          [t('fiat.decidedBy'), row.decided_by ?? noFigure],
          [t('fiat.verified'), t(`fiat.reviewStates.${row.review_status}`)],
          [t('fiat.phone'), yesNo(row.phone)],
          [t('fiat.secondFactor'), yesNo(row.second_factor)],
          [t('fiat.lost90'), <Figure key="lost" value={row.lost_appeals} />],
          [t('fiat.upheld'), <Figure key="upheld" value={row.upheld_reports} />],
          [t('fiat.sameName'), <Figure key="same" value={row.same_name} />],
          [t('fiat.level'), <Figure key="level" value={row.level} />],
          [t('fiat.paused'), yesNo(row.paused)],
          [t('fiat.orders30'), <Figure key="orders" value={row.orders_30d} />],
          [t('fiat.completion'), <Figure key="rate" value={row.completion_rate} />],
          [t('fiat.openAds'), <Figure key="ads" value={row.ads_open} />],
          [t('fiat.openOrders'), <Figure key="open" value={row.orders_open} />],
          [t('fiat.application'), words(row.application)],
          [t('fiat.answerOfStaff'), words(row.words)],
        ]}
      />
    </Drawer>
  );
}
