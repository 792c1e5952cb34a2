import { IconCheck } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { createContext, use, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { roveTo } from './roving-focus.ts';
import classes from './menu.module.css';

interface MenuProps {
  /** The button's accessible name; defaults to its content. */
  readonly label?: string;
  /** The content of the button. */
  readonly face: ReactNode;
  readonly className: string | undefined;
  readonly width: number;
  /** The edge of the button that the menu is aligned with. */
  readonly align?: 'start' | 'end';
  /** Whether the button itself shows the selected option. */
  readonly pressed?: boolean;
  readonly children: ReactNode;
}

type Place = { readonly top: number; readonly left: number } | { readonly top: number; readonly right: number };

const CloseContext = createContext<() => void>(() => undefined);

/** The distance between the button and its menu, in pixels. */
const gap = 4;

/**
 * A button with a menu, after the menu button pattern of the ARIA practices. Arrow keys, Home, End and first letters
 * move within it; Escape and Tab leave it. It closes on a selection, on a press or focus outside, and when the page
 * scrolls or is resized.
 */
export function Menu({ label, face, className, width, align = 'end', pressed, children }: MenuProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const opened = place !== null;
  const open = (): void => setPlace(button.current === null ? null : placeUnder(button.current, align));
  const close = (): void => setPlace(null);
  const leave = (): void => {
    close();
    button.current?.focus();
  };
  useEffect(() => {
    if (!opened) return undefined;
    const items = itemsOf(popup.current);
    (items.find((item) => item.ariaChecked === 'true' || item.ariaCurrent === 'true') ?? items[0])?.focus();
    const outside = (event: Event): void => {
      if (!(event.target instanceof Node) || root.current?.contains(event.target) !== true) setPlace(null);
    };
    const away = (): void => setPlace(null);
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    window.addEventListener('scroll', away);
    window.addEventListener('resize', away);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      window.removeEventListener('scroll', away);
      window.removeEventListener('resize', away);
    };
  }, [opened]);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') return close();
    const target = targetOf(event.key, itemsOf(popup.current));
    if (event.key === 'Escape') leave();
    else if (target !== undefined) target.focus();
    else return undefined;
    event.preventDefault();
  };
  return (
    <div ref={root} className={classes.root}>
      <button
        ref={button}
        id={`${id}button`}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        aria-pressed={pressed}
        onClick={opened ? close : open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || opened) return;
          event.preventDefault();
          open();
        }}
      >
        {face}
      </button>
      {opened && (
        <div
          ref={popup}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-labelledby={`${id}button`}
          className={classes.popup}
          style={{ ...place, width }}
          onKeyDown={onKey}
        >
          <CloseContext value={leave}>{children}</CloseContext>
        </div>
      )}
    </div>
  );
}

interface MenuItemProps {
  readonly sign?: ReactNode;
  readonly lang?: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ sign, lang, onSelect, children }: MenuItemProps) {
  const close = use(CloseContext);
  const select = (): void => {
    close();
    onSelect();
  };
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={classes.item} lang={lang} onClick={select}>
      {sign}
      <span className={classes.words}>{children}</span>
    </button>
  );
}

interface MenuLinkProps {
  readonly to: NonNullable<LinkProps['to']>;
  readonly sign: ReactNode;
  readonly children: ReactNode;
}

export function MenuLink({ to, sign, children }: MenuLinkProps) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={classes.item} onClick={use(CloseContext)}>
      {sign}
      <span className={classes.words}>{children}</span>
    </Link>
  );
}

interface MenuRadioProps {
  readonly checked: boolean;
  readonly lang?: string;
  /** Keeps the menu open after a selection, for a menu with several groups. */
  readonly stays?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

/** One of several exclusive options. */
export function MenuRadio({ checked, lang, stays = false, onSelect, children }: MenuRadioProps) {
  const close = use(CloseContext);
  const select = (): void => {
    if (!stays) close();
    onSelect();
  };
  return (
    <button
      type="button"
      role="menuitemradio"
      tabIndex={-1}
      aria-checked={checked}
      className={classes.item}
      lang={lang}
      onClick={select}
    >
      <span className={classes.words}>{children}</span>
      {checked && <IconCheck size={16} className={classes.check} aria-hidden="true" />}
    </button>
  );
}

interface MenuCheckProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** An option that is on or off. The menu stays open. */
export function MenuCheck({ checked, onChange, children }: MenuCheckProps) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      tabIndex={-1}
      aria-checked={checked}
      className={classes.item}
      onClick={() => onChange(!checked)}
    >
      <span className={classes.words}>{children}</span>
      {checked && <IconCheck size={16} className={classes.check} aria-hidden="true" />}
    </button>
  );
}

/** Related items under a heading. */
export function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classes.group}>
      <p id={id} className={classes.label}>
        {label}
      </p>
      {children}
    </div>
  );
}

/** The menu's fixed position in the window, outside the flow, so that no scrolling container can clip it. */
function placeUnder(button: HTMLElement, align: 'start' | 'end'): Place {
  const { bottom, left, right } = button.getBoundingClientRect();
  const top = bottom + gap;
  return align === 'start' ? { top, left } : { top, right: document.documentElement.clientWidth - right };
}

function itemsOf(popup: HTMLElement | null): HTMLElement[] {
  return Array.from(popup?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []);
}

function targetOf(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement);
  const next = roveTo(key, 'vertical', at, items.length);
  if (next !== null) return items[next];
  return key.length === 1 && key !== ' ' ? startingWith(key, items, at) : undefined;
}

/** The next item after the focused one whose text begins with a letter. */
function startingWith(letter: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return following.find((item) => item.textContent.trim().toLowerCase().startsWith(letter.toLowerCase()));
}
