import type { Match } from '@bourse/contract/markets';
import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { useSessionToken } from '../../../live/read.ts';
import { Button } from '../../../ui/button.tsx';
import { optionalPart } from '../../../ui/optional-part.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { Width } from '../../../ui/use-width.ts';
import { useConfirms, type Confirms } from './confirms.ts';
import { kindTexts } from './kind-texts.ts';
import { MarketNotice } from '../market/market-notice.tsx';
import { orderKinds, type Side } from './order-draft.ts';
import { keepKind, type OrderDrafts } from './order-drafts.ts';
import { OrderTicket } from './order-ticket.tsx';
import classes from './ticket-panel.module.css';

const SheetBook = optionalPart(async () => (await import('./sheet-book.tsx')).SheetBook);

interface TicketPanelProps {
  readonly match: Match;
  readonly drafts: OrderDrafts;
  readonly width: Width;
  readonly className: string | undefined;
  /** The side whose form is open as a sheet on a phone; null for none. */
  readonly sheet: Side | null;
  readonly onSheet: (side: Side | null) => void;
}

/** Both forms side by side; on a phone two buttons that open one form as a sheet, or links for a visitor. */
export function TicketPanel({ match, drafts, width, className, sheet, onSheet }: TicketPanelProps) {
  const { t } = useTranslation();
  const asks = useConfirms();
  if (width === 'narrow') {
    return <TicketSheet match={match} drafts={drafts} asks={asks} sheet={sheet} onSheet={onSheet} />;
  }
  return (
    <Panel
      label={t('trade.form')}
      className={className}
      tools={<MarketNotice state={match.state} />}
      head={<KindTabs drafts={drafts} />}
    >
      <div className={classes.pair}>
        <OrderTicket key={`buy-${match.id}`} side="buy" match={match} drafts={drafts} asks={asks} />
        <OrderTicket key={`sell-${match.id}`} side="sell" match={match} drafts={drafts} asks={asks} />
      </div>
    </Panel>
  );
}

/** The tabs of the order kinds. Both forms always have the same kind. */
function KindTabs({ drafts, className }: { readonly drafts: OrderDrafts; readonly className?: string | undefined }) {
  const { t } = useTranslation();
  const { storage } = useLive();
  const kind = useStore(drafts.store, (state) => state.kind);
  useEffect(() => keepKind(storage, kind), [storage, kind]);
  return (
    <Tabs
      label={t('trade.form')}
      tabs={orderKinds.map((id) => ({ id, label: t(kindTexts[id]) }))}
      selected={kind}
      className={className}
      onSelect={drafts.setKind}
    />
  );
}

interface TicketSheetProps extends Pick<TicketPanelProps, 'match' | 'drafts' | 'sheet' | 'onSheet'> {
  readonly asks: Confirms;
}

function TicketSheet({ match, drafts, asks, sheet, onSheet }: TicketSheetProps) {
  const { t } = useTranslation();
  const token = useSessionToken();
  const side = sheet ?? 'buy';
  const close = (): void => onSheet(null);
  return (
    <>
      <div className={classes.bar} data-foot-bar>
        <div className={classes.state}>
          <MarketNotice state={match.state} />
        </div>
        {token === null ? (
          <VisitorLinks />
        ) : (
          <>
            <Button look="buy" size="touch" onClick={() => onSheet('buy')}>
              {t('trade.buy')}
            </Button>
            <Button look="sell" size="touch" onClick={() => onSheet('sell')}>
              {t('trade.sell')}
            </Button>
          </>
        )}
      </div>
      <Sheet title={match.symbol} from="bottom" opened={sheet !== null} onClose={close}>
        <Tabs
          className={classes.sides}
          label={t('trade.side')}
          tabs={[
            { id: 'buy', label: t('trade.buy') },
            { id: 'sell', label: t('trade.sell') },
          ]}
          selected={side}
          onSelect={onSheet}
        />
        <KindTabs drafts={drafts} className={classes.kinds} />
        <div className={classes.notice}>
          <MarketNotice state={match.state} />
        </div>
        <Suspense fallback={<div className={classes.bookRoom} />}>
          <SheetBook match={match} onPick={drafts.pickPrice} />
        </Suspense>
        <OrderTicket
          key={`${side}-${match.id}`}
          side={side}
          match={match}
          drafts={drafts}
          inSheet
          onPlaced={close}
          asks={asks}
        />
      </Sheet>
    </>
  );
}

/** The links that a visitor sees in place of the buttons. */
function VisitorLinks() {
  const { t } = useTranslation();
  const redirect = useRouterState({ select: (state) => state.location.href });
  return (
    <>
      <Link to="/login" search={{ redirect }} className={classes.toLogin}>
        {t('shell.login')}
      </Link>
      <Link to="/register" search={{ redirect }} className={classes.toRegister}>
        {t('shell.register')}
      </Link>
    </>
  );
}
