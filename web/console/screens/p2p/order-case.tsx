import { p2pCalls, type P2pOrderCase } from '@bourse/contract/console';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { Facts } from '../../parts/drawer.tsx';
import { Amount, Figure, Time } from '../../parts/figures.tsx';
import { PlainTable, Section } from '../../parts/section.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { OrderImage } from './order-image.tsx';
import { OrderStatus } from './order-columns.tsx';
import { UserLink } from './user-link.tsx';
import classes from './p2p.module.css';

interface OrderCaseLookProps {
  readonly id: number;
  readonly number: string;
}

/** An order with its chat, names and accounts, shown after a reason was given. */
export function OrderCaseLook({ id, number }: OrderCaseLookProps) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<P2pOrderCase | null>(null);
  return (
    <>
      <div>
        <Button look="plain" size="dense" onClick={() => setAsking(true)}>
          {t(shown === null ? 'fiat.show' : 'fiat.showAgain')}
        </Button>
      </div>
      {shown !== null && <OrderCase found={shown} />}
      {asking && (
        <ActionDialog
          call={p2pCalls.p2pOrderCase}
          title={t('fiat.showTitle', { number })}
          confirmLabel={t('fiat.show')}
          reasonCode="appeal"
          input={{ id }}
          onDone={setShown}
          onClose={() => setAsking(false)}
        >
          <p>{t('fiat.showHint')}</p>
        </ActionDialog>
      )}
    </>
  );
}

interface CaseProps {
  readonly found: P2pOrderCase;
}

function OrderCase({ found }: CaseProps) {
  return (
    <>
      <Warnings found={found} />
      <Parties found={found} />
      <Details found={found} />
      <Payees found={found} />
      <Steps found={found} />
      <Appeals found={found} />
      <Chat found={found} />
    </>
  );
}

/** Facts that often decide: a picture that was used before, an equal amount, terms or a chat that were changed. */
function Warnings({ found }: CaseProps) {
  const t = useTexts();
  const { chat_intact: isChatIntact, equal_amounts: equal, terms_intact: areTermsIntact, voucher_seen: seen } = found;
  if (isChatIntact && areTermsIntact && equal.length === 0 && seen.length === 0) return null;
  return (
    <Section title={t('fiat.marks')}>
      <ul className={classes.warnings}>
        {seen.length > 0 && <li>{t('fiat.voucherSeen', { orders: seen.join(', ') })}</li>}
        {equal.length > 0 && <li>{t('fiat.equalAmounts', { orders: equal.join(', ') })}</li>}
        {!areTermsIntact && <li>{t('fiat.termsBroken')}</li>}
        {!isChatIntact && <li>{t('fiat.chatBroken')}</li>}
      </ul>
    </Section>
  );
}

function Parties({ found: { buyer, seller } }: CaseProps) {
  const t = useTexts();
  const counts = [t('fiat.ordersOf'), t('fiat.completion'), t('fiat.appealsOf'), t('fiat.lost')];
  return (
    <PlainTable
      caption={t('fiat.party')}
      heads={[t('fiat.party'), t('fiat.user'), t('words.name'), ...counts, t('fiat.registered')]}
      figures={counts}
      rows={[{ side: 'buyer', party: buyer } as const, { side: 'seller', party: seller } as const]}
      rowKey={({ side }) => side}
      renderCells={({ party, side }) => [
        t(`fiat.parties.${side}`),
        <UserLink key="user" id={party.user_id} />,
        <span key="name">
          {party.name} {party.restricted && <StateBadge tone="bad">{t('fiat.restricted')}</StateBadge>}
        </span>,
        <Figure key="orders" value={party.orders} />,
        <Figure key="rate" value={party.completion_rate} />,
        <Figure key="appeals" value={party.appeals} />,
        <Figure key="lost" value={party.lost_appeals} />,
        <Time key="registered" at={party.registered_at} only="absolute" />,
      ]}
    />
  );
}

function Details({ found }: CaseProps) {
  const t = useTexts();
  const { cancel_reason: cancel, late_filed_at: late, row } = found;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('words.state'), <OrderStatus key="status" status={row.status} />],
    [t('fiat.amount'), <Amount key="amount" value={row.amount} currency={row.fiat} />],
    [t('fiat.price'), <Amount key="price" value={found.price} currency={row.fiat} />],
    [t('fiat.coins'), <Amount key="coins" value={row.number_coin} currency={row.currency_code} />],
    [t('fiat.fee'), <Amount key="fee" value={found.fee} currency={row.currency_code} />],
    [t('fiat.reference'), found.reference],
    [t('fiat.cancelReason'), cancel === null ? noFigure : t(`fiat.cancels.${cancel}`)],
    [t('fiat.lateFiled'), late === null ? noFigure : <Time key="late" at={late} />],
    [
      t('fiat.terms'),
      <span key="terms" className={classes.text}>
        {found.terms === '' ? noFigure : found.terms}
      </span>,
    ],
  ];
  return (
    <>
      <Facts facts={facts} />
      {found.voucher && <OrderImage order={row} of="voucher" row={0} image={0} label={t('fiat.images.voucher')} />}
      {late !== null && <OrderImage order={row} of="late" row={0} image={0} label={t('fiat.images.late')} />}
    </>
  );
}

function Payees({ found: { payee_id: chosen, payees } }: CaseProps) {
  const t = useTexts();
  return (
    <Section title={t('fiat.payees')}>
      {payees.map(({ code, id, raw_data: data }) => (
        <div key={id}>
          <p>
            <b>{code}</b> {id === chosen && <StateBadge tone="accent">{t('fiat.payeeChosen')}</StateBadge>}
          </p>
          <p className={classes.text}>
            {Object.entries(data)
              .filter(([name]) => name !== 'qrcode')
              .map(([, value]) => value)
              .join(' · ')}
          </p>
        </div>
      ))}
    </Section>
  );
}

function Steps({ found: { steps } }: CaseProps) {
  const t = useTexts();
  return (
    <Section title={t('fiat.steps')}>
      <PlainTable
        caption={t('fiat.steps')}
        heads={[t('words.state'), t('words.time'), t('fiat.by')]}
        rows={steps}
        rowKey={({ at, status }) => `${at} ${status}`}
        renderCells={({ at, by, status }) => [
          t(`fiat.statuses.${status}`),
          <Time key="at" at={at} only="absolute" />,
          by,
        ]}
      />
    </Section>
  );
}

function Appeals({ found: { appeals, row } }: CaseProps) {
  const t = useTexts();
  return appeals.map((appeal) => (
    <Section key={appeal.opened_at} title={`${t('fiat.evidence')}: ${t(`fiat.causes.${appeal.reason}`)}`}>
      <ol className={classes.messages}>
        {appeal.evidence.map(({ content, created_at: at, from, id, images }) => (
          <li key={id} className={classes.message}>
            <p className={classes.from}>
              <b>{t(`fiat.parties.${from}`)}</b> <Time at={at} />
            </p>
            <p className={classes.text}>{content}</p>
            {Array.from({ length: images }, (_value, image) => (
              <OrderImage
                key={image}
                order={row}
                of="evidence"
                row={id}
                image={image}
                label={t('fiat.images.evidence', { n: image + 1 })}
              />
            ))}
          </li>
        ))}
      </ol>
      {appeal.outcome !== null && (
        <p className={classes.text}>
          <b>{t(`fiat.outcomes.${appeal.outcome}`)}</b> {appeal.words}
        </p>
      )}
    </Section>
  ));
}

function Chat({ found: { chat, row } }: CaseProps) {
  const t = useTexts();
  return (
    <Section title={t('fiat.chat')}>
      {chat.length === 0 && <p>{t('fiat.noChat')}</p>}
      <ol className={classes.messages}>
        {chat.map(({ created_at: at, event, from, i, image, text }) => (
          <li key={i} className={classes.message} data-staff={from === 'support'}>
            <p className={classes.from}>
              <b>{t(`fiat.parties.${from}`)}</b> <Time at={at} />
            </p>
            <p className={classes.text}>{event === null ? text : t(`fiat.events.${event}`)}</p>
            {image && <OrderImage order={row} of="message" row={i} image={0} label={t('fiat.images.message')} />}
          </li>
        ))}
      </ol>
    </Section>
  );
}
