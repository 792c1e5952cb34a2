import { userInfo } from '@bourse/contract/identity';
import type { Match } from '@bourse/contract/markets';
import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead, useSessionToken } from '../../live/read.ts';
import { useShortcut } from '../../live/use-shortcut.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { requestedPart } from '../../ui/requested-part.ts';
import { toast } from '../../ui/toasts.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { NumberField } from '../spot/index.ts';
import {
  fieldOf,
  type LeverDraft,
  type MissingField,
  missingIn,
  multipleOf,
  orderOf,
  resetDraft,
} from './lever-draft.ts';
import { useLeverTexts } from './lever-texts.ts';
import { mostShares, orderProblem, type LeverSide } from './order-terms.ts';
import { OrderSummary } from './order-summary.tsx';
import { type Situation, useSituation } from './use-situation.ts';
import classes from './lever-form.module.css';

const ConfirmLever = requestedPart(
  async () => (await import('./confirm-lever.tsx')).ConfirmLever,
  ({ onClose }) => onClose(),
);

interface LeverFieldsProps {
  readonly match: Match;
  readonly draft: LeverDraft;
  readonly onDraft: (change: (before: LeverDraft) => LeverDraft) => void;
  /** The sides that have a button. */
  readonly sides: readonly LeverSide[];
  /** Called after an order was accepted. */
  readonly onDone?: () => void;
}

/** The fields of an order, its figures, and a button for each side. */
export function LeverFields({ match, draft, onDraft, sides, onDone }: LeverFieldsProps) {
  const { situation } = useSituation(match);
  const texts = useLeverTexts();
  const token = useSessionToken();
  const [asking, setAsking] = useState<LeverSide | null>(null);
  const [refusal, setRefusal] = useState<FormRefusal | null>(null);
  const needsPassword = useRead(userInfo, {}, { staleMs: 30_000 }).data?.data.has_pay_password === true;
  const change = (part: Partial<LeverDraft>): void => {
    setRefusal(null);
    onDraft((before) => ({ ...before, ...part }));
  };
  const ask = (side: LeverSide): void => {
    const missing = missingIn(draft, needsPassword);
    const problem = situation === null ? null : orderProblem(orderOf(draft, side, situation.deal), situation.order);
    if (missing !== null) refuse({ field: fieldOf[missing], text: texts.missing(missing) });
    else if (problem !== null && situation !== null)
      refuse({ field: null, text: texts.problem(problem, match, situation.order) });
    else if (situation !== null) {
      setRefusal(null);
      setAsking(side);
    }
  };
  const refuse = (next: FormRefusal): void => {
    setRefusal(next);
    toast(next.text);
    announce(next.text);
  };
  const errorAt = (field: MissingField | null): string | null => (refusal?.field === field ? refusal.text : null);
  return (
    <div className={classes.form}>
      <Entries
        match={match}
        draft={draft}
        situation={situation}
        sides={sides}
        errors={{ price: errorAt('price'), share: errorAt('share') }}
        onChange={change}
      />
      <StopEntries
        match={match}
        draft={draft}
        needsPassword={needsPassword}
        errors={{ password: errorAt('password'), takeProfit: errorAt('takeProfit'), stopLoss: errorAt('stopLoss') }}
        onChange={change}
      />
      <div className={classes.end}>
        <OrderSummary match={match} draft={draft} situation={situation} sides={sides} refusal={errorAt(null)} />
        {token === null ? (
          <VisitorLinks />
        ) : (
          <SideButtons sides={sides} closed={situation?.deal.pair.state === 'reduce_only'} onPress={ask} />
        )}
      </div>
      {asking !== null && situation !== null && (
        <Suspense>
          <ConfirmLever
            match={match}
            draft={draft}
            side={asking}
            situation={situation}
            onClose={() => setAsking(null)}
            onPasswordRefused={(text) => {
              setAsking(null);
              setRefusal({ field: 'password', text });
            }}
            onDone={() => {
              setAsking(null);
              onDraft(resetDraft);
              onDone?.();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Why an order cannot be confirmed, and the field that it is about; null for the order as a whole. */
interface FormRefusal {
  readonly field: MissingField | null;
  readonly text: string;
}

interface PartProps {
  readonly match: Match;
  readonly draft: LeverDraft;
  readonly onChange: (part: Partial<LeverDraft>) => void;
}

interface EntriesProps extends PartProps {
  readonly situation: Situation | null;
  readonly sides: readonly LeverSide[];
  readonly errors: Readonly<Record<'price' | 'share', string | null>>;
}

/** Multiple, price and number of hands. */
function Entries({ match, draft, situation, sides, errors, onChange }: EntriesProps) {
  const { t } = useTranslation();
  const { tickers } = useLive();
  const step = match.price_step;
  const move = (steps: number): void => {
    const from = Number(draft.price) > 0 ? draft.price : (tickers.store.getState()[match.id]?.quotation.close ?? '0');
    const price = Math.max(Number(step), Number(from) + steps * Number(step));
    onChange({ price: price.toFixed(match.price_decimals) });
  };
  return (
    <div className={classes.column}>
      <Multiples draft={draft} situation={situation} onChange={onChange} />
      {draft.kind === 'limit' && (
        <NumberField
          label={t('trade.price')}
          unit={match.quote_currency_code}
          value={draft.price}
          decimals={match.price_decimals}
          error={errors.price}
          onChange={(price) => onChange({ price })}
          onStep={move}
        />
      )}
      <NumberField
        label={t('lever.lots')}
        unit={handUnit(match, situation)}
        value={draft.share}
        decimals={0}
        error={errors.share}
        onChange={(share) => onChange({ share })}
        onStep={(steps) => onChange({ share: String(Math.max(1, (Number(draft.share) || 0) + steps)) })}
        aside={<HandChips draft={draft} situation={situation} onChange={onChange} />}
      />
      <Shares draft={draft} situation={situation} sides={sides} onChange={onChange} />
    </div>
  );
}

/** The size of a hand, as "× 0.001 BTC". */
function handUnit(match: Match, situation: Situation | null): string {
  const hand = situation?.deal.pair.lever_share_num;
  return hand === undefined ? match.base_currency_code : `× ${hand} ${match.base_currency_code}`;
}

type ChoiceProps = Pick<EntriesProps, 'draft' | 'situation' | 'onChange'>;

function Multiples({ draft, situation, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const chosen = situation === null ? null : multipleOf(draft, situation.deal);
  return (
    <div className={classes.choice}>
      <span id={id} className={classes.name}>
        {t('lever.multiple')}
      </span>
      <div role="group" aria-labelledby={id} className={classes.chips}>
        {situation?.deal.multiple.muit.map(({ value }) => (
          <button
            key={value}
            type="button"
            className={classes.chip}
            aria-pressed={value === chosen}
            onClick={() => onChange({ multiple: value })}
          >
            {`${value}×`}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The numbers of hands that the pair offers. */
function HandChips({ draft, situation, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <span role="group" aria-label={t('lever.usualLots')} className={classes.hands}>
      {situation?.deal.multiple.share.map(({ value }) => (
        <button
          key={value}
          type="button"
          className={classes.hand}
          aria-pressed={draft.share === String(value)}
          onClick={() => onChange({ share: String(value) })}
        >
          {value}
        </button>
      ))}
    </span>
  );
}

const fractions = [1, 0.75, 0.5, 0.25] as const;

/** Shares of the most that passes all checks, for the side that allows less. */
function Shares({ draft, situation, sides, onChange }: ChoiceProps & Pick<EntriesProps, 'sides'>) {
  const { t } = useTranslation();
  const figures = useFigures();
  const take = (fraction: number): void => {
    if (situation === null) return;
    const most = sides.map((side) => mostShares(orderOf(draft, side, situation.deal), situation.order));
    onChange({ share: String(Math.floor(Math.min(...most) * fraction)) });
  };
  return (
    <div role="group" aria-label={t('lever.shareOfMost')} className={classes.quarters}>
      {fractions.map((fraction) => (
        <button key={fraction} type="button" className={classes.quarter} onClick={() => take(fraction)}>
          {figures.percent(String(fraction * 100), 0)}
        </button>
      ))}
    </div>
  );
}

interface StopEntriesProps extends PartProps {
  readonly needsPassword: boolean;
  readonly errors: Readonly<Record<'password' | 'takeProfit' | 'stopLoss', string | null>>;
}

/** Stop prices, and the trade password of a user who has one. */
function StopEntries({ match, draft, needsPassword, errors, onChange }: StopEntriesProps) {
  const { t } = useTranslation();
  const id = useId();
  const stop = (field: 'takeProfit' | 'stopLoss', label: string) => (
    <NumberField
      label={label}
      unit={match.quote_currency_code}
      value={draft[field]}
      decimals={match.price_decimals}
      error={errors[field]}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
  return (
    <div className={classes.column}>
      {stop('takeProfit', t('lever.takeProfitOptional'))}
      {stop('stopLoss', t('lever.stopLossOptional'))}
      {needsPassword && (
        <div className={classes.password}>
          <label htmlFor={id} className={classes.name}>
            {t('lever.password')}
          </label>
          <input
            id={id}
            type="password"
            autoComplete="off"
            maxLength={64}
            value={draft.password}
            aria-invalid={errors.password !== null}
            aria-describedby={`${id}-error`}
            onChange={(event) => onChange({ password: event.currentTarget.value })}
          />
          <p id={`${id}-error`} className={classes.passwordError} role="alert">
            {errors.password}
          </p>
        </div>
      )}
    </div>
  );
}

interface SideButtonsProps {
  readonly sides: readonly LeverSide[];
  readonly closed: boolean;
  readonly onPress: (side: LeverSide) => void;
}

/** The buttons that open a position. Keys B and S focus them, as on the spot screen. */
function SideButtons({ sides, closed, onPress }: SideButtonsProps) {
  const { t } = useTranslation();
  const [long, short] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  useShortcut('b', () => long.current?.focus());
  useShortcut('s', () => short.current?.focus());
  const buttons = {
    long: { ref: long, look: 'buy', label: t('lever.openLong') },
    short: { ref: short, look: 'sell', label: t('lever.openShort') },
  } as const;
  return (
    <div className={classes.buttons}>
      {sides.map((side) => {
        const { ref, look, label } = buttons[side];
        return (
          <Button
            key={side}
            ref={ref}
            look={look}
            disabled={closed}
            title={closed ? t('lever.reduceOnlyNote') : undefined}
            onClick={() => onPress(side)}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}

/** The links that a visitor sees in place of the buttons. */
export function VisitorLinks() {
  const { t } = useTranslation();
  const redirect = useRouterState({ select: (state) => state.location.href });
  return (
    <div className={classes.buttons}>
      <Link to="/login" search={{ redirect }} className={classes.toLogin}>
        {t('shell.login')}
      </Link>
      <Link to="/register" search={{ redirect }} className={classes.toRegister}>
        {t('shell.register')}
      </Link>
    </div>
  );
}
