import type { CurrencyProtocol } from '@bourse/contract/chains';
import type { ReceiverReason } from '@bourse/contract/withdrawals';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/select-field.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { type ReceiverChoice, savedName } from './saved-choice.ts';
import classes from '../../ui/wallet.module.css';

/** The option of a typed address. */
const typed = 'typed';

interface WithdrawalReceiverProps {
  readonly protocol: CurrencyProtocol;
  readonly choice: ReceiverChoice;
  readonly address: string;
  readonly memo: string;
  /** Whether the review was requested, so that an empty address is an error. */
  readonly tried: boolean;
  /** Why the receiver cannot be paid. */
  readonly refused: ReceiverReason | null;
  readonly onChoose: (id: number | null) => void;
  readonly onAddress: (address: string) => void;
  readonly onMemo: (memo: string) => void;
}

/** The receiver: a saved address of the network, or a typed one where that is allowed. */
export function WithdrawalReceiver({ choice, onChoose, protocol, ...fields }: WithdrawalReceiverProps) {
  const { t } = useTranslation();
  const { chosen, mustBeSaved, saved } = choice;
  const options = saved.map((one) => ({ id: String(one.id), name: savedName(one) }));
  return (
    <>
      {saved.length > 0 && (
        <SelectField
          large
          label={t('wallet.sendTo')}
          value={chosen === null ? typed : String(chosen.id)}
          options={mustBeSaved ? options : [{ id: typed, name: t('wallet.otherAddress') }, ...options]}
          onChange={(id) => onChoose(id === typed ? null : Number(id))}
        />
      )}
      {mustBeSaved && (
        <p className={classes.note}>
          {t('wallet.onlySaved')}{' '}
          <Link to="/assets/bindAddr" className={classes.link}>
            {t('shell.bindAddr')}
          </Link>
        </p>
      )}
      {chosen !== null && <SavedReceiver chosen={chosen} isEarly={choice.isEarly} refused={fields.refused} />}
      {chosen === null && !mustBeSaved && <TypedReceiver protocol={protocol} {...fields} />}
    </>
  );
}

interface SavedProps {
  readonly chosen: NonNullable<ReceiverChoice['chosen']>;
  readonly isEarly: boolean;
  readonly refused: ReceiverReason | null;
}

function SavedReceiver({ chosen, isEarly, refused }: SavedProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('wallet.receiver')}</dt>
        <dd data-testid="receiver">{chosen.address}</dd>
        {chosen.memo !== null && (
          <>
            <dt>{t('wallet.memo')}</dt>
            <dd>{chosen.memo}</dd>
          </>
        )}
      </dl>
      {refused !== null && (
        <p role="alert" className={classes.refusal}>
          {t(`wallet.why.${refused}`)}
        </p>
      )}
      {isEarly && (
        <p className={classes.note}>{t('wallet.usableFrom', { time: figures.dateTime(chosen.usable_from) })}</p>
      )}
    </>
  );
}

type TypedProps = Omit<WithdrawalReceiverProps, 'choice' | 'onChoose'>;

function TypedReceiver({ address, memo, onAddress, onMemo, protocol, refused, tried }: TypedProps) {
  const { t } = useTranslation();
  // An address is incomplete while it is typed.
  const [left, setLeft] = useState(false);
  const said = refused !== null && (left || tried) ? t(`wallet.why.${refused}`) : null;
  const isMemo = refused === 'draw_memo_invalid' && protocol.memo_required === 1;
  return (
    <>
      <TextInput
        label={t('wallet.receiver')}
        value={address}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        error={tried && address.trim() === '' ? t('wallet.enterAddress') : isMemo ? null : said}
        onBlur={() => setLeft(true)}
        onChange={(event) => {
          setLeft(false);
          onAddress(event.currentTarget.value);
        }}
      />
      {protocol.memo_required === 1 && (
        <TextInput
          label={t('wallet.memo')}
          value={memo}
          maxLength={64}
          autoComplete="off"
          error={isMemo ? said : null}
          onChange={(event) => onMemo(event.currentTarget.value)}
        />
      )}
    </>
  );
}
