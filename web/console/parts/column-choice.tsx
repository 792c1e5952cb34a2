import { Checkbox, Popover } from '@mantine/core';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../texts/texts.ts';
import type { ConsoleColumn } from './column.ts';
import classes from './console-table.module.css';

interface ColumnChoiceProps<Row> {
  readonly columns: readonly ConsoleColumn<Row>[];
  readonly visible: Readonly<Record<string, boolean>>;
  readonly onChange: (id: string, shown: boolean) => void;
}

/** Shows and hides columns; the first one identifies the row and stays. */
export function ColumnChoice<Row>({ columns, visible, onChange }: ColumnChoiceProps<Row>) {
  const t = useTexts();
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus transitionProps={{ duration: 120 }}>
      <Popover.Target>
        <Button look="plain" size="dense">
          {t('table.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.columns')} className={classes.choice}>
        {columns.slice(1).map(({ id, head }) => (
          <Checkbox
            key={id}
            size="xs"
            label={head}
            checked={visible[id] !== false}
            onChange={(event) => onChange(id, event.currentTarget.checked)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
