import type { LegalMessage, LegalOrderDetail } from '@bourse/contract/p2p';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { EmptyState, ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { OwnImage } from '../images/index.ts';
import { ChatForm } from './chat-form.tsx';
import { type ChatGroup, groupMessages } from './chat-groups.ts';
import { useChat } from './chat-reads.ts';
import classes from './chat.module.css';

/** The arrow keys scroll what has the focus, also in browsers that give it to no scrolling area by themselves. */
const scrolled = { tabIndex: 0 };

/** Older messages are shown on demand, so that a long chat stays quick. */
const shownAtFirst = 60;

interface ChatPanelProps {
  readonly order: LegalOrderDetail;
  /** Whether the messages are on screen. */
  readonly isSeen: boolean;
}

/** The chat of an order: what both sides and staff wrote, and what the exchange notes, in the reader's language. */
export function ChatPanel({ order, isSeen }: ChatPanelProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { data, isError, refetch } = useChat(order.id, isSeen);
  const [shown, setShown] = useState(shownAtFirst);
  const messages = data?.messages ?? [];
  const until = data?.openUntil ?? order.chat_until;
  const dayOf = (time: number): string => figures.dateTime(time).slice(0, 10);
  const groups = groupMessages(messages.slice(-shown), dayOf);
  const log = useStickyEnd(messages.at(-1)?.i ?? 0, isSeen);
  return (
    <section className={classes.chat} aria-label={t('escrow.tabChat')}>
      <header className={classes.head}>
        <h2 className={classes.title}>{order.counterparty.name}</h2>
        {isError && data !== undefined && <StaleNote />}
        <SoundSwitch />
      </header>
      <p className={classes.safety}>
        {t('escrow.chat.safety')} {t('escrow.chat.kept')}
      </p>
      <div ref={log} className={classes.log} role="log" aria-label={t('escrow.tabChat')} {...scrolled}>
        {data === undefined && !isError && <SkeletonRows count={4} height={56} />}
        {data === undefined && isError && <ErrorState onRetry={() => void refetch()} />}
        {data !== undefined && messages.length === 0 && <EmptyState text={t('escrow.chat.empty')} />}
        {messages.length > shown && (
          <Button look="plain" className={classes.older} onClick={() => setShown(shown + shownAtFirst)}>
            {t('escrow.chat.older')}
          </Button>
        )}
        {groups.map((group) => (
          <Group key={group.i} group={group} name={order.counterparty.name} />
        ))}
      </div>
      {order.can.includes('say') ? (
        <ChatForm id={order.id} />
      ) : (
        <p className={classes.end}>{t('escrow.chat.closed')}</p>
      )}
      {order.can.includes('say') && until !== null && (
        <p className={classes.end}>{t('escrow.chat.openUntil', { time: figures.dateTime(until) })}</p>
      )}
    </section>
  );
}

/** Keeps the end of the log in sight when a message arrives, unless the reader has scrolled up. */
function useStickyEnd(last: number, isSeen: boolean) {
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = log.current;
    if (element === null) return;
    const look = (): void => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 48;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => {
    if (isSeen && last > 0 && isAtEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [isSeen, last]);
  return log;
}

function SoundSwitch() {
  const { t } = useTranslation();
  const { storage } = useLive();
  const [isOn, setOn] = useState(() => storage.read('p2p_sound') !== 'off');
  return (
    <Checkbox
      look="switch"
      checked={isOn}
      onChange={(on) => {
        setOn(on);
        if (on) storage.remove('p2p_sound');
        else storage.write('p2p_sound', 'off');
      }}
    >
      {t('escrow.sound')}
    </Checkbox>
  );
}

function Group({ group: { day, from, messages }, name }: { readonly group: ChatGroup; readonly name: string }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const [first] = messages;
  if (first === undefined) return null;
  const time = (
    <time dateTime={new Date(first.created_at).toISOString()}>{figures.time(first.created_at).slice(0, 5)}</time>
  );
  const authors = { me: t('escrow.chat.you'), other: name, support: t('escrow.chat.support'), exchange: '' };
  return (
    <>
      {day !== null && <p className={classes.day}>{day}</p>}
      {first.event !== null ? (
        <p className={classes.line}>
          {t(`escrow.chat.lines.${first.event}`)} {time}
        </p>
      ) : (
        <div className={classes.group} data-from={from}>
          <p className={classes.author}>
            {authors[from]} {time}
          </p>
          {messages.map((message) => (
            <Message key={message.i} message={message} />
          ))}
        </div>
      )}
    </>
  );
}

/** A message. Its links are plain text, so that none can be followed by mistake. */
function Message({ message: { image, text, warnings } }: { readonly message: LegalMessage }) {
  const { t } = useTranslation();
  return (
    <>
      {image !== null && (
        <div className={classes.image}>
          <OwnImage url={image} label={t('escrow.chat.imageOf')} />
        </div>
      )}
      {text !== '' && <p className={classes.text}>{text}</p>}
      {warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {t(`escrow.chat.warnings.${warning}`)}
        </p>
      ))}
    </>
  );
}
