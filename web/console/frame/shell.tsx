import { useState, type ReactNode } from 'react';
import { useAddress } from '../parts/address.ts';
import { useKeys } from '../parts/use-keys.ts';
import { useTexts } from '../texts/texts.ts';
import { AuditHead } from './audit-head.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { Navigation } from './navigation.tsx';
import { TopLine } from './top-line.tsx';
import classes from './shell.module.css';

interface ShellProps {
  /** The session could not be read the last time. */
  readonly unreachable: boolean;
  readonly children: ReactNode;
}

/**
 * The frame around every screen: top line, navigation, foot. Its sizes are in the style sheet, because AppShell of the
 * component library would inject them into the document, which the content security policy forbids.
 */
export function Shell({ unreachable, children }: ShellProps) {
  const t = useTexts();
  const { path } = useAddress();
  const [isHelpOpen, setHelpOpen] = useState(false);
  // On a narrow window the navigation covers the screen, and closes when another screen is opened.
  const [menuAt, setMenuAt] = useState<string | null>(null);
  useKeys({ '?': () => setHelpOpen(true), '/': focusFirstFilter });
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('frame.skip')}
      </a>
      <TopLine
        isMenuOpen={menuAt === path}
        onMenu={() => setMenuAt(menuAt === path ? null : path)}
        onHelp={() => setHelpOpen(true)}
      />
      <Navigation isOpen={menuAt === path} />
      <main id="content" tabIndex={-1} className={classes.content}>
        {unreachable && (
          <p role="alert" className={classes.unreachable}>
            {t('frame.unreachable')}
          </p>
        )}
        {children}
      </main>
      <AuditHead />
      <KeyboardHelp opened={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

function focusFirstFilter(): void {
  document.querySelector<HTMLElement>('[data-filters] :is(input, select)')?.focus();
}
