import { NativeSelect, TextInput } from '@mantine/core';
import type { ConsoleCall } from '@bourse/contract/console';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { isInputOf } from '../wire/input-of.ts';
import type { FiltersOf } from '../wire/use-list.ts';
import { useTexts } from '../texts/texts.ts';
import { useAddress } from './address.ts';
import { filtersIn, localOf, millisecondsOf } from './filter-values.ts';
import classes from './filters.module.css';

/** How long a text must stay the same before it filters. */
const settleMs = 300;

/** Filters in the address. */
export interface AddressFilters {
  readonly get: (name: string) => string | null;
  readonly set: (changes: Readonly<Record<string, string | null>>) => void;
  /** The filters that are set. */
  readonly names: readonly string[];
  readonly clear: () => void;
}

/** The filters of a list call, which are query parameters of the address. */
export interface BoundFilters<C extends ConsoleCall> extends AddressFilters {
  /** The filters for `useList`; parameters that the call does not accept are left out. */
  readonly values: FiltersOf<C>;
}

/** Binds the input of a list call to the address. The declaration says which filters exist and what they accept. */
export function useFilters<C extends ConsoleCall>(call: C): BoundFilters<C> {
  const { query, set } = useAddress();
  return useMemo(() => {
    const given = filtersIn(call.input, query);
    const values: object = given;
    if (!isInputOf(call, values)) throw new Error(`${call.path} takes no filters`);
    const names = Object.keys(given).filter((name) => name !== 'sort');
    return {
      values,
      get: (name) => given[name] ?? null,
      set: (changes) => set({ ...changes, row: null }),
      names,
      clear: () => set({ ...Object.fromEntries(names.map((name) => [name, null])), row: null }),
    };
  }, [call, query, set]);
}

/** A filter's control. A `time` is entered in UTC and sent as epoch milliseconds. */
export type FilterField = {
  readonly name: string;
  readonly label: string;
  readonly width?: number;
} & (
  | { readonly kind: 'text' | 'time' }
  | { readonly kind: 'choice'; readonly options: readonly { readonly value: string; readonly label: string }[] }
);

interface FiltersProps {
  readonly filters: AddressFilters;
  readonly fields: readonly FilterField[];
}

/** The row of filters above a table. The key `/` focuses the first one. */
export function Filters({ filters, fields }: FiltersProps) {
  const t = useTexts();
  return (
    <search className={classes.filters} aria-label={t('filters.label')} data-filters>
      {fields.map((field) => (
        <FilterControl key={field.name} field={field} filters={filters} />
      ))}
      {filters.names.length > 0 && (
        <Button look="plain" size="dense" className={classes.clear} onClick={filters.clear}>
          {t('filters.clear')}
        </Button>
      )}
    </search>
  );
}

function FilterControl({ field, filters }: { readonly field: FilterField } & Pick<FiltersProps, 'filters'>) {
  const t = useTexts();
  const { name, label, width = field.kind === 'time' ? 190 : 160 } = field;
  const value = filters.get(name) ?? '';
  switch (field.kind) {
    case 'choice':
      return (
        <NativeSelect
          w={width}
          label={label}
          value={value}
          data={[{ value: '', label: t('filters.any') }, ...field.options]}
          onChange={(event) => filters.set({ [name]: event.currentTarget.value })}
        />
      );
    case 'time':
      return (
        <TextInput
          w={width}
          type="datetime-local"
          label={label}
          value={localOf(value)}
          onChange={(event) => filters.set({ [name]: millisecondsOf(event.currentTarget.value) })}
        />
      );
    case 'text':
      return (
        <TextFilter width={width} label={label} value={value} onSettle={(text) => filters.set({ [name]: text })} />
      );
  }
}

interface TextFilterProps {
  readonly label: string;
  readonly value: string;
  readonly width: number;
  readonly onSettle: (value: string) => void;
}

function TextFilter({ label, value, width, onSettle }: TextFilterProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const settled = useSettled(text, settleMs).trim();
  // Another change of the address, such as clearing all filters, replaces the text.
  if (value !== sent) {
    setSent(value);
    if (value !== text.trim()) setText(value);
  }
  const settle = useEffectEvent(onSettle);
  useEffect(() => {
    if (settled === text.trim() && settled !== value) settle(settled);
  }, [settled, text, value]);
  // A row that is opened right after typing would be closed again by a filter that settles later.
  const apply = (): void => {
    if (text.trim() !== value) onSettle(text.trim());
  };
  return (
    <TextInput
      w={width}
      type="search"
      label={label}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
