import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { askPasskey } from '@mfuko/contract/passkeys';
import { stepUp } from '@mfuko/contract/second-factor';
import { IconShieldLock } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError, describe } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { call } from '../../lib/request.ts';
import { useSession } from '../../lib/session.ts';
import type { StepUpAsk } from '../../lib/step-up.ts';
import { latePart } from '../../ui/late-part.tsx';
import { showError } from '../../ui/notify.tsx';
import { FactorField, NOTHING_TYPED, proofOf } from './FactorField.tsx';
import { waysOf } from './step-up-ways.ts';

const UsePasskey = latePart(() => import('./UsePasskey.tsx').then((it) => it.UsePasskey));

/** Above every dialog and drawer whose call waits for the factor. */
const ON_TOP = 300;
/** Marks the dialog for Mantine, so that Escape closes this dialog only. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' } as const;

/** Asks for the second factor while a call waits, then lets the call continue. */
export function StepUpDialog({ ask }: { readonly ask: StepUpAsk }) {
  const { t } = useTranslation('session');
  const { t: ui } = useTranslation('ui');
  const session = useSession();
  const [ways] = useState(() => waysOf(ask.about));
  const [typed, setTyped] = useState({ ...NOTHING_TYPED, recovery: !ways.totp });
  const [wrong, setWrong] = useState<'missing' | 'wrong' | null>(null);
  const [waits, setWaits] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const prove = useRecord(stepUp, {
    overlay: false,
    onDone: () => ask.settle(true),
    onError: (error) => {
      const refused = error instanceof CallError ? error.problem : null;
      if (refused === 'profile.wrong-code') setWrong('wrong');
      else if (refused === 'session.factor-waits') setWaits(describe(error).message);
      else if (error instanceof CallError && error.sessionEnded) ask.settle(false);
      else showError(error);
      setTyped({ ...typed, text: '' });
    },
  });
  const atDesk = ways.paidIn !== null;
  useEffect(() => {
    if (!session) ask.settle(false);
  }, [session, ask]);
  function submit(event: FormEvent) {
    event.preventDefault();
    // React portals bubble their events to the form whose call this is.
    event.stopPropagation();
    const proof = proofOf(typed);
    setWrong(proof === null ? 'missing' : null);
    // Digits typed behind the code belong to the next student.
    if (proof !== null && atDesk) form.current?.focus();
    if (proof !== null) prove.mutate(proof);
  }
  const cancel = () => ask.settle(false);
  const { passkey, totp, paidIn } = ways;
  const missing = typed.recovery ? t('factor.recoveryMissing') : t('factor.missing');
  return (
    <Modal
      opened
      onClose={cancel}
      title={t('stepUp.title')}
      zIndex={ON_TOP}
      closeButtonProps={{ 'aria-label': ui('close'), ...KEEPS_ESCAPE }}
    >
      <form
        ref={form}
        noValidate
        // The dialog may open under the keys of a user who types on without looking, so the form, not its field, takes the focus.
        // It shows no ring, since it is no control and the dialog would cut the ring off.
        {...(atDesk && { tabIndex: -1, 'data-autofocus': true, 'data-keys-ahead': true, style: { outline: 'none' } })}
        onSubmit={submit}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') cancel();
        }}
      >
        <Stack gap="md">
          {paidIn === null ? (
            <Text size="sm">{t(passkey ? 'stepUp.whyPasskey' : 'stepUp.why')}</Text>
          ) : (
            <>
              <Text size="sm">{t('stepUp.paidIn', { limit: formatCount(paidIn) })}</Text>
              <Text size="sm" c="dimmed">
                {t('stepUp.keysAhead')}
              </Text>
            </>
          )}
          {!ways.hasFactor && (
            <Alert color="yellow" icon={<IconShieldLock aria-hidden />}>
              {t('stepUp.none')}{' '}
              <Anchor href="/app/my.profile" target="_blank" size="sm" {...KEEPS_ESCAPE}>
                {t('stepUp.setUp')}
              </Anchor>
            </Alert>
          )}
          {waits && (
            <Alert color="yellow" role="alert" icon={<IconShieldLock aria-hidden />}>
              {waits}
            </Alert>
          )}
          {passkey && (
            <UsePasskey
              ask={() => call(askPasskey, {}, { overlay: false })}
              onProof={(proof) => prove.mutate({ passkey: proof })}
              busy={prove.isPending}
              focused={!atDesk}
            />
          )}
          <FactorField
            recovery={totp}
            typed={typed}
            onType={(next) => {
              setTyped(next);
              setWrong(null);
            }}
            focused={!passkey && !atDesk}
            error={wrong === 'missing' ? missing : wrong === 'wrong' && t('stepUp.wrong')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={cancel} {...KEEPS_ESCAPE}>
              {t('stepUp.cancel')}
            </Button>
            <Button type="submit" loading={prove.isPending} {...KEEPS_ESCAPE}>
              {t('stepUp.act')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
