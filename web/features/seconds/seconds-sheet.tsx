import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { StaleNote } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { SecondsDraft } from './seconds-draft.ts';
import { type Direction, SecondsFields, VisitorLinks } from './seconds-fields.tsx';
import classes from './seconds-form.module.css';

interface SecondsSheetProps {
  readonly match: Match;
  readonly draft: SecondsDraft;
  readonly onDraft: (draft: SecondsDraft) => void;
  readonly stale: boolean;
  /** The direction whose form is open; null for none. */
  readonly sheet: Direction | null;
  readonly onSheet: (direction: Direction | null) => void;
}

/** On a phone: a bar with a button for each direction, and the form as a sheet. */
export function SecondsSheet({ match, draft, onDraft, stale, sheet, onSheet }: SecondsSheetProps) {
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
            <Button look="buy" size="touch" onClick={() => onSheet('up')}>
              <span aria-hidden="true">↑</span> {t('seconds.buyUp')}
            </Button>
            <Button look="sell" size="touch" onClick={() => onSheet('down')}>
              <span aria-hidden="true">↓</span> {t('seconds.buyDown')}
            </Button>
          </>
        )}
      </div>
      <Sheet title={match.symbol} from="bottom" opened={sheet !== null} onClose={close}>
        <Tabs
          label={t('seconds.direction')}
          className={classes.tabs}
          tabs={[
            { id: 'up', label: `↑ ${t('seconds.buyUp')}` },
            { id: 'down', label: `↓ ${t('seconds.buyDown')}` },
          ]}
          selected={sheet ?? 'up'}
          onSelect={onSheet}
        />
        {stale && (
          <p className={classes.staleNote}>
            <StaleNote />
          </p>
        )}
        <div className={classNames(stale && classes.stale)}>
          <SecondsFields match={match} draft={draft} onDraft={onDraft} directions={[sheet ?? 'up']} onDone={close} />
        </div>
      </Sheet>
    </>
  );
}
