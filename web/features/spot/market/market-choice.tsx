import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../../live/use-shortcut.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { type MarketCatalogueState, MarketList } from '../../markets/index.ts';

interface MarketChoiceProps {
  readonly markets: MarketCatalogueState;
  readonly selectedIndex: number;
  readonly stale: boolean;
  /** The class of its place on the screen; null where it comes in front of it when it is asked for. */
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
      <MarketList state={props.markets} selectedIndex={props.selectedIndex} />
    </Panel>
  );
}

function MarketDrawer({ markets, selectedIndex, opened, onOpen }: Omit<MarketChoiceProps, 'place'>) {
  const { t } = useTranslation();
  // Who comes by key is about to type; who comes by touch would have a keyboard over the list.
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
      <MarketList state={markets} selectedIndex={selectedIndex} onChosen={close} searching={byKey} />
    </Sheet>
  );
}
