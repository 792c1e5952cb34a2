import { languages } from '@bourse/contract/texts';
import { IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseAndReload } from '../../app/i18n/choose-language.ts';
import { offeredLanguages } from '../../app/i18n/languages.ts';
import { useLive } from '../../live/context.tsx';
import { Menu, MenuRadio } from '../../ui/menu.tsx';
import classes from './header.module.css';

/** The languages that the site offers; hidden when there is no choice. Selecting one reloads the page. */
export function LanguageMenu({ langSwitch }: { readonly langSwitch: number }) {
  const { t, i18n } = useTranslation();
  const { storage } = useLive();
  const offered = offeredLanguages(langSwitch);
  if (offered.length === 0) return null;
  const current = offered.find((code) => languages[code].tag === i18n.language);
  return (
    <Menu
      label={t('shell.language')}
      width={180}
      className={classes.tool}
      face={
        <>
          <IconWorld size={18} stroke={1.75} aria-hidden="true" />
          {current !== undefined && <span className={classes.toolText}>{languages[current].name}</span>}
        </>
      }
    >
      {offered.map((code) => (
        <MenuRadio
          key={code}
          lang={languages[code].tag}
          checked={code === current}
          onSelect={() => chooseAndReload(storage, code)}
        >
          {languages[code].name}
        </MenuRadio>
      ))}
    </Menu>
  );
}
