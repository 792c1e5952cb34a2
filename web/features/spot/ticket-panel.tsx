import type { Match } from '@bourse/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Width } from '../../ui/use-width.ts';
import { MarketNotice } from './market-notice.tsx';
import type { OrderDrafts } from './order-drafts.ts';
import type { Side } from './order-form.ts';
import { OrderTicket } from './order-ticket.tsx';
import classes from './ticket-panel.module.css';

/** The form's mode as the browser keeps it: "0" is a limit order. */
const formMode = '0';

interface TicketPanelProps {
  readonly match: Match;
  readonly drafts: OrderDrafts;
  readonly width: Width;
  readonly className: string | undefined;
  /** The side whose form a phone shows as a sheet; null while none is open. */
  readonly sheet: Side | null;
  readonly onSheet: (side: Side | null) => void;
}

/** Both forms side by side; on a phone two buttons that open one of them as a sheet. */
export function TicketPanel({ match, drafts, width, className, sheet, onSheet }: TicketPanelProps) {
  const { t } = useTranslation();
  const { storage } = useLive();
  useEffect(() => storage.write('type2', formMode), [storage]);
  if (width === 'narrow') return <TicketSheet match={match} drafts={drafts} sheet={sheet} onSheet={onSheet} />;
  return (
    <Panel
      label={t('trade.form')}
      className={className}
      tools={<MarketNotice state={match.state} />}
      head={
        <Tabs
          label={t('trade.form')}
          tabs={[{ id: 'limit', label: t('trade.limit') }]}
          selected="limit"
          onSelect={() => undefined}
        />
      }
    >
      <div className={classes.pair}>
        <Ticket side="buy" match={match} drafts={drafts} />
        <Ticket side="sell" match={match} drafts={drafts} />
      </div>
    </Panel>
  );
}

interface TicketProps {
  readonly side: Side;
  readonly match: Match;
  readonly drafts: OrderDrafts;
  readonly onPlaced?: () => void;
}

function Ticket({ side, match, drafts, onPlaced }: TicketProps) {
  return (
    <OrderTicket
      key={match.id}
      match={match}
      draft={drafts.drafts[side]}
      context={drafts.contexts[side]}
      onChange={drafts.change}
      {...(onPlaced === undefined ? {} : { onPlaced })}
    />
  );
}

function TicketSheet({ match, drafts, sheet, onSheet }: Omit<TicketPanelProps, 'width' | 'className'>) {
  const { t } = useTranslation();
  const side = sheet ?? 'buy';
  const close = (): void => onSheet(null);
  return (
    <>
      <div className={classes.bar} data-foot-bar>
        <Button look="buy" size="touch" onClick={() => onSheet('buy')}>
          {t('trade.buy')}
        </Button>
        <Button look="sell" size="touch" onClick={() => onSheet('sell')}>
          {t('trade.sell')}
        </Button>
      </div>
      <Sheet title={match.symbol} from="bottom" opened={sheet !== null} onClose={close}>
        <Tabs
          className={classes.sides}
          label={t('trade.sides')}
          tabs={[
            { id: 'buy', label: t('trade.buy') },
            { id: 'sell', label: t('trade.sell') },
          ]}
          selected={side}
          onSelect={onSheet}
        />
        <div className={classes.notice}>
          <MarketNotice state={match.state} />
        </div>
        <Ticket side={side} match={match} drafts={drafts} onPlaced={close} />
      </Sheet>
    </>
  );
}
