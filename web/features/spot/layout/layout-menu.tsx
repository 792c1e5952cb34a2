import { IconLayoutDashboard } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuGroup, MenuRadio } from '../../../ui/menu.tsx';
import { layoutPresets, type LayoutPreset } from './trade-layout.ts';
import classes from './layout-menu.module.css';

const presetTexts = {
  classic: 'layout.classic',
  chart: 'layout.chart',
  book: 'layout.book',
} as const satisfies Readonly<Record<LayoutPreset, string>>;

interface LayoutMenuProps {
  readonly preset: LayoutPreset;
  /** Called with the current preset too, which restores its sizes. */
  readonly onChoose: (preset: LayoutPreset) => void;
}

/** The button that lists the arrangements of the panels. */
export function LayoutMenu({ preset, onChoose }: LayoutMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('layout.menu')}
      face={<IconLayoutDashboard size={18} stroke={1.75} aria-hidden="true" />}
      className={classes.button}
      width={220}
    >
      <MenuGroup label={t('layout.menu')}>
        {layoutPresets.map((one) => (
          <MenuRadio key={one} checked={one === preset} onSelect={() => onChoose(one)}>
            {t(presetTexts[one])}
          </MenuRadio>
        ))}
      </MenuGroup>
    </Menu>
  );
}
