import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSiteConfig } from '../../live/site-config.ts';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import classes from './second-factor.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** New recovery codes, which the server returns only once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const site = useSiteConfig()?.app_name ?? '';
  const text = `${codes.join('\n')}\n`;
  const file = `${site === '' ? '' : `${site.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-`}recovery-codes.txt`;
  return (
    <div className={classes.content}>
      <p>{t('factor.recoveryText')}</p>
      <ul className={classes.codes} aria-label={t('factor.recovery')}>
        {codes.map((code) => (
          <li key={code} className="figures">
            {code}
          </li>
        ))}
      </ul>
      <div className={classes.tools}>
        <Button look="plain" className={classes.passkey} onClick={() => copy(text)}>
          <IconCopy size={16} stroke={1.75} aria-hidden="true" />
          {t('factor.copyCodes')}
        </Button>
        <Button look="plain" className={classes.passkey} onClick={() => save(text, file)}>
          <IconDownload size={16} stroke={1.75} aria-hidden="true" />
          {t('factor.download')}
        </Button>
      </div>
      <Button size="touch" onClick={onSaved}>
        {t('factor.saved')}
      </Button>
    </div>
  );
}

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
