import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../../live/use-shortcut.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { type MarketCatalogueState, MarketList, type MarketPath } from '../../markets/index.ts';

interface MarketChoiceProps {
  readonly markets: MarketCatalogueState;
  /** The page that a market is opened on. */
  readonly to: MarketPath;
  readonly selectedIndex: number;
  readonly stale: boolean;
  /** The class of the panel; null where the list opens in a drawer instead. */
  readonly place: string | null | undefined;
  readonly opened: boolean;
  readonly onOpen: (opened: boolean) => void;
}

/** The market list: a panel where there is room for one, otherwise a drawer. */
export function MarketChoice({ place, ...props }: MarketChoiceProps) {
  const { t } = useTranslation();
  if (place === null) return <MarketDrawer {...props} />;
  return (
    <Panel label={t('markets.title')} headless stale={props.stale} className={place}>
      <MarketList state={props.markets} to={props.to} selectedIndex={props.selectedIndex} />
    </Panel>
  );
}

function MarketDrawer({ markets, to, selectedIndex, opened, onOpen }: Omit<MarketChoiceProps, 'place'>) {
  const { t } = useTranslation();
  // A user who opens the list by key is about to type; for a touch user, focusing the search would cover the list with
  // a keyboard.
  const [byKey, setByKey] = useState(false);
  const close = (): void => {
    onOpen(false);
    setByKey(false);
  };
  useShortcut('/', () => {
    setByKey(true);
    onOpen(true);
  });
  return (
    <Sheet title={t('markets.title')} from="left" opened={opened} onClose={close}>
      <MarketList state={markets} to={to} selectedIndex={selectedIndex} onChosen={close} searching={byKey} />
    </Sheet>
  );
}
