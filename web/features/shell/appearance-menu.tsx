import { Menu } from '@mantine/core';
import { IconCheck, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../ui/theme/appearance.tsx';
import { directionColours, themes } from '../../ui/theme/tokens.ts';
import classes from './header.module.css';

/** Dark or light, and the two ways to tell rising from falling. */
export function AppearanceMenu() {
  const { t } = useTranslation();
  const { theme, directions, choose } = useAppearance();
  const Icon = theme === 'dark' ? IconMoon : IconSun;
  const themeNames = { dark: t('shell.dark'), light: t('shell.light') };
  const directionNames = {
    standard: t('shell.directionsStandard'),
    'colour-blind': t('shell.directionsColourBlind'),
  };
  const check = <IconCheck size={16} className={classes.check} aria-hidden="true" />;
  return (
    <Menu position="bottom-end" width={200} withinPortal closeOnItemClick={false} transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <button type="button" className={classes.tool} aria-label={t('shell.appearance')}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell.appearance')}</Menu.Label>
        <Menu.RadioGroup value={theme}>
          {themes.map((name) => (
            <Menu.RadioItem key={name} value={name} checkIcon={check} onChange={() => choose({ theme: name })}>
              {themeNames[name]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('shell.directions')}</Menu.Label>
        <Menu.RadioGroup value={directions}>
          {directionColours.map((name) => (
            <Menu.RadioItem key={name} value={name} checkIcon={check} onChange={() => choose({ directions: name })}>
              {directionNames[name]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
