import { userInfo, type UserInfo } from '@bourse/contract/identity';
import { setSendingSettings } from '@bourse/contract/sending';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { QrCode } from '../../ui/qr-code-later.tsx';
import { ErrorState, LoadingRoom, SkeletonRows } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { useCopy } from '../../ui/use-copy.ts';
import classes from '../../ui/wallet.module.css';
import own from './sending.module.css';

/** The user id with its code, by which others send coins, and whether they can also find the user by mail. */
export function ReceiveCard() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(userInfo, {});
  return (
    <section className={classes.card} aria-labelledby="receive">
      <h2 id="receive" className={classes.subtitle}>
        {t('sending.receive')}
      </h2>
      {data !== undefined && <Own user={data.data} />}
      {data === undefined && isError && <ErrorState onRetry={() => void refetch()} />}
      {data === undefined && !isError && (
        <LoadingRoom>
          <SkeletonRows count={1} height={218} />
        </LoadingRoom>
      )}
    </section>
  );
}

function Own({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation();
  const copy = useCopy();
  if (user.review_status !== 2) {
    return (
      <p className={classes.note}>
        {t('sending.verifiedOnly')}{' '}
        <Link to="/personal/authentication" className={classes.link}>
          {t('shell.authentication')}
        </Link>
      </p>
    );
  }
  return (
    <div className={own.receive}>
      <p className={classes.lead}>{t('sending.receiveLead')}</p>
      <div className={classes.address}>
        <div className={classes.code}>
          <QrCode address={`${location.origin}/assets/send?to=${user.uid}`} label={t('sending.ownCode')} size={152} />
        </div>
        <div className={classes.addressText}>
          <span className={classes.lead}>{t('sending.uid')}</span>
          <output className={classes.text} data-testid="own-uid" aria-label={t('sending.uid')}>
            {user.uid}
          </output>
          <Button
            look="plain"
            size="touch"
            aria-label={`${t('sending.copy')}: ${t('sending.uid')}`}
            onClick={() => copy(String(user.uid))}
          >
            {t('sending.copy')}
          </Button>
        </div>
      </div>
      {user.email !== '' && <FoundByMail isOn={user.found_by_mail} />}
    </div>
  );
}

function FoundByMail({ isOn }: { readonly isOn: boolean }) {
  const { t } = useTranslation();
  const { call, queries } = useLive();
  const change = useMutation({
    mutationFn: async (next: boolean) => call(setSendingSettings, { by_mail: next }),
    onSuccess: ({ message }) => {
      toast(message, 'success');
      announce(message);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [userInfo.path] }),
  });
  return (
    <Checkbox
      look="switch"
      className={classes.tick}
      checked={change.isPending ? change.variables : isOn}
      onChange={(next) => {
        if (!change.isPending) change.mutate(next);
      }}
    >
      {t('sending.byMail')}
    </Checkbox>
  );
}
