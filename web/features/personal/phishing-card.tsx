import { setPhishingWord } from '@bourse/contract/identity';
import { TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useAction } from './use-action.ts';
import classes from './settings.module.css';

/** The word at the top of every mail to the user. */
export function PhishingCard({ isSet }: { readonly isSet: boolean }) {
  const { t } = useTranslation();
  const { call } = useLive();
  const { busy, refusal, run } = useAction();
  const [word, setWord] = useState('');
  const save = (wanted: string): void => {
    void run(() => call(setPhishingWord, { word: wanted })).then((isDone) => isDone && setWord(''));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save(word);
  };
  return (
    <SettingsCard
      id="phishing"
      title={t('account.phishing')}
      text={t('account.phishingText')}
      action={
        isSet && (
          <Button look="plain" disabled={busy} onClick={() => save('')}>
            {t('account.remove')}
          </Button>
        )
      }
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={t(isSet ? 'account.newWord' : 'account.word')}
          value={word}
          maxLength={20}
          autoComplete="off"
          error={refusal}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        <Button type="submit" size="touch" className={classes.submit} disabled={busy || word === ''}>
          {t('account.save')}
        </Button>
      </form>
    </SettingsCard>
  );
}
