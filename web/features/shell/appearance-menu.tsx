import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuGroup, MenuRadio } from '../../ui/menu.tsx';
import { useAppearance } from '../../ui/theme/appearance.tsx';
import { directionColours, themes } from '../../ui/theme/tokens.ts';
import classes from './header.module.css';

/** The theme and the three colour schemes of rises and falls. */
export function AppearanceMenu() {
  const { t } = useTranslation();
  const { theme, directions, choose } = useAppearance();
  const Icon = theme === 'dark' ? IconMoon : IconSun;
  const themeNames = { dark: t('shell.dark'), light: t('shell.light') };
  const directionNames = {
    standard: t('shell.directionsStandard'),
    reversed: t('shell.directionsReversed'),
    'colour-blind': t('shell.directionsColourBlind'),
  };
  return (
    <Menu
      label={t('shell.appearance')}
      width={200}
      className={classes.tool}
      face={<Icon size={18} stroke={1.75} aria-hidden="true" />}
    >
      <MenuGroup label={t('shell.appearance')}>
        {themes.map((name) => (
          <MenuRadio key={name} checked={name === theme} stays onSelect={() => choose({ theme: name })}>
            {themeNames[name]}
          </MenuRadio>
        ))}
      </MenuGroup>
      <MenuGroup label={t('shell.directions')}>
        {directionColours.map((name) => (
          <MenuRadio key={name} checked={name === directions} stays onSelect={() => choose({ directions: name })}>
            {directionNames[name]}
          </MenuRadio>
        ))}
      </MenuGroup>
    </Menu>
  );
}
