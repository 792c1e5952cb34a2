import { IconChevronDown, type Icon } from '@tabler/icons-react';
import { Link, useRouterState, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Menu, MenuLink } from './menu.tsx';
import { useCurrentInSight } from './use-current-in-sight.ts';
import classes from './section-frame.module.css';

interface SectionEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly Icon: Icon;
}

interface SectionFrameProps {
  readonly label: string;
  /** The entries in groups, which a line separates. */
  readonly groups: readonly (readonly SectionEntry[])[];
  /** On a phone, a button with the current entry opens a menu; otherwise the entries are a row that scrolls. */
  readonly folds?: boolean;
  readonly children: ReactNode;
}

/** The menu of a section of the site beside the selected page, or above it on a narrow screen. */
export function SectionFrame({ label, groups, folds = false, children }: SectionFrameProps) {
  const row = useCurrentInSight();
  return (
    <div className={classes.frame} data-folds={folds}>
      <nav ref={row} className={classes.menu} aria-label={label}>
        {groups.map((entries) => (
          <div key={entries[0]?.to} className={classes.group}>
            {entries.map(({ to, label: name, Icon: Sign }) => (
              <Link key={to} to={to} className={classes.entry} activeProps={{ 'aria-current': 'page' }}>
                <Sign size={18} stroke={1.75} aria-hidden="true" />
                {name}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      {folds && <PhoneMenu label={label} entries={groups.flat()} />}
      <div className={classes.page}>{children}</div>
    </div>
  );
}

function PhoneMenu({ label, entries }: { readonly label: string; readonly entries: readonly SectionEntry[] }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const current = entries.find(({ to }) => to === path);
  const name = current?.label ?? label;
  return (
    <nav className={classes.phone} aria-label={label}>
      <Menu
        label={`${label}: ${name}`}
        align="start"
        width={280}
        className={classes.face}
        face={
          <>
            {name}
            <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
          </>
        }
      >
        {entries.map(({ to, label: text, Icon: Sign }) => (
          <MenuLink key={to} to={to} sign={<Sign size={16} aria-hidden="true" />}>
            {text}
          </MenuLink>
        ))}
      </Menu>
    </nav>
  );
}
