import type { Match } from '@bourse/contract/markets';
import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { useShortcut } from '../../live/use-shortcut.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { noFigure } from '../../ui/figures.ts';
import { requestedPart } from '../../ui/requested-part.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useOutcome } from './use-outcome.ts';
import type { SecondsDraft } from './seconds-draft.ts';
import { useSecondsTexts } from './seconds-texts.ts';
import { type ChosenContract, type Offer, useOffer } from './use-offer.ts';
import classes from './seconds-form.module.css';

const ConfirmSeconds = requestedPart(
  async () => (await import('./confirm-seconds.tsx')).ConfirmSeconds,
  ({ onClose }) => onClose(),
);

export type Direction = 'up' | 'down';

interface SecondsFieldsProps {
  readonly match: Match;
  readonly draft: SecondsDraft;
  readonly onDraft: (draft: SecondsDraft) => void;
  /** The directions that have a button. */
  readonly directions: readonly Direction[];
  /** Called after a contract was bought. */
  readonly onDone?: () => void;
}

/** The choices of a contract, what it pays, and a button for each direction. */
export function SecondsFields({ match, draft, onDraft, directions, onDone }: SecondsFieldsProps) {
  const { t } = useTranslation();
  const { offer, failed, retry } = useOffer(match, draft);
  const token = useSessionToken();
  const [asking, setAsking] = useState<{ readonly direction: Direction; readonly chosen: ChosenContract } | null>(null);
  const problem = useProblemText(match, offer);
  if (failed) return <ErrorState onRetry={retry} />;
  const chosen = offer?.chosen ?? null;
  const ask = (direction: Direction): void => {
    if (problem !== null) announce(problem);
    else if (chosen !== null) setAsking({ direction, chosen });
  };
  return (
    <div className={classes.form}>
      <Account offer={offer} />
      <Choices draft={draft} offer={offer} onDraft={onDraft} />
      <Summary chosen={chosen} />
      <p className={classes.risk}>{t('seconds.risk')}</p>
      <p role="alert" className={classes.problem}>
        {token === null ? null : problem}
      </p>
      {token === null ? (
        <VisitorLinks />
      ) : (
        <DirectionButtons directions={directions} disabled={chosen === null} onPress={ask} />
      )}
      {asking !== null && (
        <Suspense>
          <ConfirmSeconds
            match={match}
            {...asking}
            onClose={() => setAsking(null)}
            onDone={() => {
              setAsking(null);
              onDone?.();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function useProblemText(match: Match, offer: Offer | null): string | null {
  const texts = useSecondsTexts();
  if (offer === null || offer.problem === null) return null;
  const { room = '0', code = '' } = offer.chosen?.currency ?? {};
  return texts.problem(offer.problem, { symbol: match.symbol, room, code });
}

/** The balance that stakes are paid from, and the way to more of it. */
function Account({ offer }: { readonly offer: Offer | null }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const currency = offer?.chosen?.currency;
  return (
    <p className={classes.account}>
      <span className={classes.name}>{t('seconds.balance')}</span>
      <span className="figures" data-testid="stake-balance">
        {currency === undefined ? noFigure : amount(currency.micro_account.balance, currency.code)}
      </span>
      <Link to="/assets/transfer" search={{ currency: currency?.code ?? 'USDT', from: 'change_account' }}>
        {t('shell.transfer')}
      </Link>
    </p>
  );
}

interface ChoicesProps {
  readonly draft: SecondsDraft;
  readonly offer: Offer | null;
  readonly onDraft: (draft: SecondsDraft) => void;
}

/** Currency, stake and duration. */
function Choices({ draft, offer, onDraft }: ChoicesProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const texts = useSecondsTexts();
  const chosen = offer?.chosen ?? null;
  return (
    <>
      <Choice
        label={t('seconds.currency')}
        options={offer?.currencies.map(({ id, code }) => ({ key: id, face: code })) ?? []}
        selected={chosen?.currency.id}
        expected={1}
        onSelect={(currencyId) => onDraft({ ...draft, currencyId, number: null })}
      />
      <Choice
        label={t('seconds.stake')}
        options={
          chosen?.currency.micro_numbers.map(({ number }) => ({ key: number, face: figures.trimmed(number, 8) })) ?? []
        }
        selected={chosen?.number}
        expected={7}
        onSelect={(number) => onDraft({ ...draft, number })}
      />
      <Choice
        label={t('seconds.duration')}
        options={
          offer?.options.map(({ seconds, profit_ratio: ratio, break_even: breakEven }) => ({
            key: seconds,
            face: (
              <>
                <strong>{texts.duration(seconds)}</strong>
                <span>{`+${texts.ratio(ratio)}`}</span>
                <small>{t('seconds.breakEvenShort', { rate: figures.fixedPercent(breakEven, 2) })}</small>
              </>
            ),
          })) ?? []
        }
        selected={chosen?.offer.seconds}
        expected={5}
        inRows
        onSelect={(seconds) => onDraft({ ...draft, seconds })}
      />
    </>
  );
}

interface ChoiceProps<Key extends string | number> {
  readonly label: string;
  readonly options: readonly { readonly key: Key; readonly face: ReactNode }[];
  readonly selected: Key | undefined;
  /** The usual number of options, whose room is kept while they load. */
  readonly expected: number;
  readonly inRows?: boolean;
  readonly onSelect: (key: Key) => void;
}

/** A row of buttons of which one is pressed. */
function Choice<Key extends string | number>(props: ChoiceProps<Key>) {
  const { label, options, selected, expected, inRows = false, onSelect } = props;
  const id = useId();
  return (
    <div className={classes.choice}>
      <span id={id} className={classes.name}>
        {label}
      </span>
      <div role="group" aria-labelledby={id} className={inRows ? classes.rows : classes.chips}>
        {options.map(({ key, face }) => (
          <button
            key={key}
            type="button"
            className={classes.chip}
            aria-pressed={key === selected}
            onClick={() => onSelect(key)}
          >
            {face}
          </button>
        ))}
        {options.length === 0 &&
          Array.from({ length: expected }, (_, at) => <span key={at} className={classes.chip} aria-hidden="true" />)}
      </div>
    </div>
  );
}

/** The gain of the contract if it is won, and its cost if it is lost. */
function Summary({ chosen }: { readonly chosen: ChosenContract | null }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const outcome = useOutcome(chosen);
  const code = chosen?.currency.code ?? '';
  const rows: readonly (readonly [string, string, string])[] = [
    [t('seconds.ifRight'), outcome === null ? noFigure : `+${amount(outcome.profit, code)}`, 'up'],
    [t('seconds.ifWrong'), chosen === null ? noFigure : `−${amount(chosen.number, code)}`, 'down'],
    [t('seconds.breakEven'), chosen === null ? noFigure : figures.fixedPercent(chosen.offer.break_even, 2), ''],
  ];
  return (
    <dl className={classes.summary} data-testid="second-summary">
      {rows.map(([name, value, way]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={`figures ${way}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DirectionButtonsProps {
  readonly directions: readonly Direction[];
  readonly disabled: boolean;
  readonly onPress: (direction: Direction) => void;
}

/** The buttons that buy a contract. Keys B and S focus them, as on the spot screen. */
function DirectionButtons({ directions, disabled, onPress }: DirectionButtonsProps) {
  const { t } = useTranslation();
  const [up, down] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  useShortcut('b', () => up.current?.focus());
  useShortcut('s', () => down.current?.focus());
  const buttons = {
    up: { ref: up, look: 'buy', label: t('seconds.buyUp'), sign: '↑' },
    down: { ref: down, look: 'sell', label: t('seconds.buyDown'), sign: '↓' },
  } as const;
  return (
    <div className={classes.buttons}>
      {directions.map((direction) => {
        const { ref, look, label, sign } = buttons[direction];
        return (
          <Button key={direction} ref={ref} look={look} disabled={disabled} onClick={() => onPress(direction)}>
            <span aria-hidden="true">{sign}</span> {label}
          </Button>
        );
      })}
    </div>
  );
}

/** The links that a visitor sees in place of the buttons, and a user whose session has ended. */
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
