import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import classes from './market-search.module.css';

interface MarketSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter and the arrow keys; Escape empties the field by itself. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly className?: string | undefined;
}

/** Finds markets by the name of their base currency. The slash key leads here from anywhere on the page. */
export function MarketSearch({ value, onChange, onKeyDown, className }: MarketSearchProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  return (
    <div className={classNames(classes.search, className)}>
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        value={value}
        aria-label={t('markets.searchHint')}
        aria-keyshortcuts="/"
        placeholder={t('markets.search')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('');
          onKeyDown(event);
        }}
      />
      {value === '' ? (
        <kbd className={classes.key} aria-hidden="true">
          {'/'}
        </kbd>
      ) : (
        <button
          type="button"
          className={classes.clear}
          aria-label={t('markets.clear')}
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
        >
          <IconX size={14} stroke={2} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
