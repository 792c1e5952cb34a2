import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import classes from './sheet.module.css';

interface SheetProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /**
   * The edge that the sheet opens from: bottom for a form on a phone, left for a list, right for a menu, centre for a
   * dialog.
   */
  readonly from: 'bottom' | 'left' | 'right' | 'centre';
  readonly children: ReactNode;
}

/**
 * A modal dialog: a sheet, a drawer or a centred dialog. While it is open the page behind it is inert, so that neither
 * the focus nor a screen reader leaves it; afterwards the focus returns to where it was. Escape and a press outside
 * close it.
 */
export function Sheet({ opened, ...props }: SheetProps) {
  return opened ? createPortal(<OpenSheet {...props} />, document.body) : null;
}

function OpenSheet({ title, onClose, from, children }: Omit<SheetProps, 'opened'>) {
  const { t } = useTranslation();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useModality(dialog, onClose);
  return (
    <div className={classes.layer}>
      <button
        type="button"
        className={classes.backdrop}
        tabIndex={-1}
        aria-label={t('common.close')}
        onClick={(event) => {
          // The second click of a double click was meant for the control that opened the dialog.
          if (event.detail <= 1) onClose();
        }}
      />
      <dialog
        ref={dialog}
        open
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        className={classNames(classes.sheet, classes[from])}
      >
        <div className={classes.head}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          <button type="button" className={classes.close} aria-label={t('common.close')} onClick={onClose}>
            <IconX size={18} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        <div className={classes.body}>{children}</div>
      </dialog>
    </div>
  );
}

/** The open dialogs, the topmost last. */
const openDialogs: HTMLElement[] = [];

/** Whether any dialog is open. */
export function isDialogOpen(): boolean {
  return openDialogs.length > 0;
}

/** Makes the page and all dialogs but the topmost inert. */
function layDialogs(): void {
  document.querySelector('#root')?.toggleAttribute('inert', isDialogOpen());
  document.documentElement.classList.toggle('behind-sheet', isDialogOpen());
  for (const dialog of openDialogs) dialog.parentElement?.toggleAttribute('inert', dialog !== openDialogs.at(-1));
}

function useModality(dialog: React.RefObject<HTMLElement | null>, onClose: () => void): void {
  // Read during render, before an element of the dialog can take the focus.
  const [before] = useState(() => document.activeElement);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || openDialogs.at(-1) !== element) return;
      event.preventDefault();
      close.current();
    };
    openDialogs.push(element);
    layDialogs();
    document.addEventListener('keydown', escape);
    if (!element.contains(document.activeElement)) element.focus();
    return () => {
      openDialogs.splice(openDialogs.indexOf(element), 1);
      layDialogs();
      document.removeEventListener('keydown', escape);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [before, dialog]);
}
