import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/choice.tsx';
import type { AssetFilter } from './asset-rows.ts';
import classes from './assets.module.css';

interface AssetFiltersProps {
  readonly filter: AssetFilter;
  readonly onChange: (filter: AssetFilter) => void;
}

/** Searches a table of balances and hides the small ones. */
export function AssetFilters({ filter, onChange }: AssetFiltersProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.filters}>
      <label className={classes.search}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">{t('assets.search')}</span>
        <input
          type="search"
          placeholder={t('assets.search')}
          autoComplete="off"
          spellCheck={false}
          value={filter.search}
          onChange={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value })}
        />
      </label>
      <Checkbox checked={filter.hideSmall} onChange={(hideSmall) => onChange({ ...filter, hideSmall })}>
        {t('assets.hideSmall')}
      </Checkbox>
    </div>
  );
}
