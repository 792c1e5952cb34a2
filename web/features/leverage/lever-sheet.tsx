import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { LeverDraft } from './lever-draft.ts';
import { LeverFields, VisitorLinks } from './lever-fields.tsx';
import { KindTabs } from './lever-form.tsx';
import type { LeverSide } from './order-terms.ts';
import { PairNote } from './pair-note.tsx';
import classes from './lever-form.module.css';

interface LeverSheetProps {
  readonly match: Match;
  readonly draft: LeverDraft;
  readonly onDraft: (change: (before: LeverDraft) => LeverDraft) => void;
  /** The side whose form is open; null for none. */
  readonly sheet: LeverSide | null;
  readonly onSheet: (side: LeverSide | null) => void;
}

/** On a phone: a bar with a button for each side, and the form as a sheet. */
export function LeverSheet({ match, draft, onDraft, sheet, onSheet }: LeverSheetProps) {
  const { t } = useTranslation();
  const token = useSessionToken();
  const close = (): void => onSheet(null);
  return (
    <>
      <div className={classes.bar} data-foot-bar>
        {token === null ? (
          <VisitorLinks />
        ) : (
          <>
            <Button look="buy" size="touch" onClick={() => onSheet('long')}>
              {t('leverage.long')}
            </Button>
            <Button look="sell" size="touch" onClick={() => onSheet('short')}>
              {t('leverage.short')}
            </Button>
          </>
        )}
      </div>
      <Sheet title={match.symbol} from="bottom" opened={sheet !== null} onClose={close}>
        <Tabs
          label={t('trade.side')}
          className={classes.tabs}
          tabs={[
            { id: 'long', label: t('leverage.long') },
            { id: 'short', label: t('leverage.short') },
          ]}
          selected={sheet ?? 'long'}
          onSelect={onSheet}
        />
        <KindTabs draft={draft} onDraft={onDraft} className={classes.tabs} />
        <PairNote match={match} />
        <LeverFields match={match} draft={draft} onDraft={onDraft} sides={[sheet ?? 'long']} onDone={close} />
      </Sheet>
    </>
  );
}
