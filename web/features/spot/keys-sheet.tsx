import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PlainKey } from '../../app/i18n/plain-key.ts';
import { useLive } from '../../live/context.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import classes from './keys-sheet.module.css';

interface KeyRow {
  readonly keys: readonly string[];
  readonly label: PlainKey;
  /** Whether the user can disable it: it is a single key that acts wherever the focus is. */
  readonly single?: true;
}

const rows: readonly KeyRow[] = [
  { keys: ['/'], label: 'screen.keySearch', single: true },
  { keys: ['↑', '↓'], label: 'screen.keyMove' },
  { keys: ['↵'], label: 'screen.keyOpen' },
  { keys: ['B'], label: 'screen.keyBuy', single: true },
  { keys: ['S'], label: 'screen.keySell', single: true },
  { keys: ['↑', '↓'], label: 'screen.keyStep' },
  { keys: ['C'], label: 'screen.keyCancelAll', single: true },
  { keys: ['1', '–', '8'], label: 'trade.periods', single: true },
  { keys: ['9'], label: 'screen.keyLine', single: true },
  { keys: ['del'], label: 'screen.keyDelete' },
  { keys: ['?'], label: 'screen.keyHelp', single: true },
  { keys: ['esc'], label: 'screen.keyLeave' },
];

/** The keyboard shortcuts, with a switch for single-key ones. */
export function KeysSheet() {
  const { t } = useTranslation();
  const { shortcuts } = useLive();
  const on = useStore(shortcuts.on);
  const hintId = useId();
  return (
    <div className={classes.sheet}>
      <dl className={classes.rows}>
        {rows.map(({ keys, label, single }) => (
          <div key={label} className={classes.row} data-off={single === true && !on}>
            <dt className={classes.keys}>
              {keys.map((key) => (key === '–' ? <span key={key}>{key}</span> : <kbd key={key}>{key}</kbd>))}
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        checked={on}
        describedBy={hintId}
        className={classes.choice}
        onChange={(next) => shortcuts.choose(next)}
      >
        {t('screen.keysUse')}
      </Checkbox>
      <p id={hintId} className={classes.hint}>
        {t('screen.keysHint')}
      </p>
    </div>
  );
}
