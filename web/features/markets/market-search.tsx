import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { useShortcut } from '../../live/use-shortcut.ts';
import { classNames } from '../../ui/class-names.ts';
import classes from './market-search.module.css';

interface MarketSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** For Enter and the arrow keys; Escape is handled here and clears the field. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Whether the field is focused when it is mounted. */
  readonly begins?: boolean;
  readonly className?: string | undefined;
}

/** Searches markets by the name of their base currency. The slash key focuses it from anywhere on the page. */
export function MarketSearch({ value, onChange, onKeyDown, begins = false, className }: MarketSearchProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const hasKey = useStore(useLive().shortcuts.on);
  useEffect(() => {
    if (begins) field.current?.focus();
  }, [begins]);
  useShortcut(
    '/',
    () => {
      field.current?.focus();
      field.current?.select();
    },
    { inDialogs: true },
  );
  return (
    <div className={classNames(classes.search, className)}>
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        value={value}
        aria-label={t('markets.searchHint')}
        aria-keyshortcuts={hasKey ? '/' : undefined}
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
      {value === '' && hasKey && (
        <kbd className={classes.key} aria-hidden="true">
          {'/'}
        </kbd>
      )}
      {value !== '' && (
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
