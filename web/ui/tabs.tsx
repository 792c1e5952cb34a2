import { useRef, type KeyboardEvent } from 'react';
import { classNames } from './class-names.ts';
import { roveTo } from './roving-focus.ts';
import classes from './tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /**
   * The number of entries behind the tab, shown unless it is 0. A tab that has one reserves its room, so that the other
   * tabs stay when it changes.
   */
  readonly count?: number;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** Underlined tabs head a panel; pills switch within one. */
  readonly look?: 'underlined' | 'pills';
  /** The id of the panel that the tabs control. */
  readonly controls?: string;
  readonly className?: string | undefined;
}

/** A row of tabs with a single tab stop; the arrow keys, Home and End move within. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  look = 'underlined',
  controls,
  className,
}: TabsProps<Id>) {
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const next = roveTo(event.key, 'horizontal', at, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (tab === undefined || next === null) return;
    event.preventDefault();
    onSelect(tab.id);
    const button = row.current?.children.item(next);
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div
      ref={row}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      className={classNames(classes.tabs, classes[look], className)}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={controls}
          tabIndex={tab.id === selected ? 0 : -1}
          className={classes.tab}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className={classNames('figures', classes.count)}>{tab.count === 0 ? '' : ` (${tab.count})`}</span>
          )}
        </button>
      ))}
    </div>
  );
}
