import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { EntryPage } from '../../parts/entry-form.tsx';
import { useConsole } from '../../wire/console-context.tsx';
import { useTexts } from '../../texts/texts.ts';
import classes from './enrol-screen.module.css';

/** The recovery codes, shown once: to copy, to print, and to confirm that they are stored. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const t = useTexts();
  const copy = useCopy();
  const { go } = useConsole();
  const [kept, setKept] = useState(false);
  return (
    <EntryPage title={t('enrol.recoveryTitle')}>
      <div className={classes.recovery}>
        <p className={classes.quiet}>{t('enrol.recoveryText')}</p>
        <ul className={classes.list}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={classes.buttons}>
          <Button look="plain" onClick={() => copy(codes.join('\n'))}>
            {t('enrol.copyCodes')}
          </Button>
          <Button look="plain" onClick={() => window.print()}>
            {t('enrol.printCodes')}
          </Button>
        </div>
        <Checkbox
          label={t('enrol.kept')}
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
          className={classes.unprinted}
        />
        <Button
          aria-disabled={!kept}
          className={classes.unprinted}
          onClick={() => kept && go('/login', { replace: true })}
        >
          {t('enrol.toLogin')}
        </Button>
      </div>
    </EntryPage>
  );
}
