import { agentAttach, agentCheck } from '@bourse/contract/agents';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { SettingsCard } from '../settings-card.tsx';
import settings from '../settings.module.css';
import { useAgentAction } from './use-agent-action.ts';

/** Takes in a user by an authorization code: shows whose it is, and then sends the request. */
export function AttachCard() {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  /** The account of the code that is entered; null before it is checked. */
  const [account, setAccount] = useState<string | null>(null);
  const check = useAgentAction(agentCheck, (data) => setAccount(data.account));
  const attach = useAgentAction(agentAttach, () => {
    setCode('');
    setAccount(null);
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (code.trim() === '') return;
    if (account === null) check.run({ code });
    else attach.run({ code });
  };
  const change = (text: string): void => {
    setCode(text);
    setAccount(null);
    check.reset();
    attach.reset();
  };
  return (
    <SettingsCard id="attach" title={t('agent.attach')} text={t('agent.attachText')}>
      <form className={settings.form} onSubmit={submit} noValidate>
        <Field label={t('agent.code')} error={attach.refusal ?? check.refusal}>
          {(control) => (
            <input
              {...control}
              value={code}
              maxLength={32}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={(event) => change(event.currentTarget.value)}
            />
          )}
        </Field>
        {account !== null && <output>{t('agent.belongs', { account })}</output>}
        <Button
          type="submit"
          size="touch"
          className={settings.submit}
          disabled={check.busy || attach.busy || code.trim() === ''}
        >
          {t(account === null ? 'agent.check' : 'agent.request')}
        </Button>
      </form>
    </SettingsCard>
  );
}
