import { findRecipient, type Recipient } from '@bourse/contract/sending';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { Button } from '../../ui/button.tsx';
import { recipientOf } from './send-draft.ts';
import wallet from '../../ui/wallet.module.css';
import classes from './sending.module.css';

interface RecipientChoiceProps {
  readonly recents: readonly Recipient[];
  readonly recipient: Recipient | null;
  /** The recipient of the address of the page, which the field begins with. */
  readonly start: string | undefined;
  /** Whether the review was requested without a recipient. */
  readonly missing: boolean;
  readonly onChoose: (recipient: Recipient | null) => void;
}

/** Looks a recipient up, or takes a recent one, and shows its hint before anything is confirmed. */
export function RecipientChoice({ recipient, ...props }: RecipientChoiceProps) {
  return recipient === null ? (
    <Search {...props} />
  ) : (
    <Chosen recipient={recipient} onChange={() => props.onChoose(null)} />
  );
}

function Search({ missing, onChoose, recents, start }: Omit<RecipientChoiceProps, 'recipient'>) {
  const { t } = useTranslation();
  const { call } = useLive();
  const [to, setTo] = useState(() => recipientOf(start));
  const [isEmpty, setEmpty] = useState(false);
  const search = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async () => (await call(findRecipient, { to: to.trim() })).data,
    onSuccess: onChoose,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setEmpty(to.trim() === '');
    if (to.trim() === '') event.currentTarget.querySelector('input')?.focus();
    else if (!search.isPending) search.mutate();
  };
  const said = isEmpty ? t('sending.enterRecipient') : missing ? t('sending.findFirst') : null;
  const problem = said ?? refusalOf(search.error);
  return (
    <>
      <form className={classes.search} noValidate onSubmit={submit}>
        <TextInput
          className={classes.grows}
          label={t('sending.recipient')}
          description={t('sending.recipientHint')}
          value={to}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          error={problem !== null}
          aria-describedby="recipient-problem"
          onChange={(event) => {
            setTo(event.currentTarget.value);
            setEmpty(false);
            search.reset();
          }}
        />
        <Button type="submit" look="plain" size="touch" aria-busy={search.isPending} aria-disabled={search.isPending}>
          {t('sending.find')}
        </Button>
      </form>
      <p id="recipient-problem" className={wallet.refusal} role="alert">
        {problem}
      </p>
      {recents.length > 0 && (
        <div>
          <h2 className={classes.small} id="recents">
            {t('sending.recents')}
          </h2>
          <ul className={classes.recents} aria-labelledby="recents">
            {recents.map(({ hint, uid }) => (
              <li key={uid}>
                <Button look="plain" size="touch" onClick={() => onChoose({ uid, hint })}>
                  <span className="figures">{uid}</span> {hint}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Chosen({ onChange, recipient }: { readonly recipient: Recipient; readonly onChange: () => void }) {
  const { t } = useTranslation();
  return (
    <div>
      <h2 className={classes.small}>{t('sending.recipient')}</h2>
      <div className={classes.chosen} data-testid="recipient">
        <span>
          <strong>{recipient.hint}</strong>
          <span className={wallet.reason}>{t('sending.user', { uid: recipient.uid })}</span>
        </span>
        <Button look="plain" size="touch" onClick={onChange}>
          {t('sending.change')}
        </Button>
      </div>
      <p className={wallet.lead}>{t('sending.checkName')}</p>
    </div>
  );
}
