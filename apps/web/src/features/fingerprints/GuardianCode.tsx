import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { sendConsentCode } from '@mfuko/contract/fingerprints';
import { useState } from 'react';
import { config } from '../../lib/config.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import type { Answer } from '../../lib/request.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { showError } from '../../ui/notify.tsx';
import { useCountdown } from '../../ui/useCountdown.ts';
import type { Consent, ConsentWrong } from './consent.ts';

interface GuardianCodeProps {
  readonly sysid: string;
  readonly consent: Consent;
  readonly wrong: ConsentWrong;
  readonly onChange: (consent: Consent) => void;
}

/** Sends a code to the chosen guardian, and takes the code. */
export function GuardianCode({ sysid, consent, wrong, onChange }: GuardianCodeProps) {
  const { t } = useTranslation('fingerprints');
  const [sent, setSent] = useState<Answer<typeof sendConsentCode> | null>(null);
  const [wait, setWait] = useCountdown(0);
  const send = useSureRecord(sendConsentCode, {
    onDone: (answer) => {
      setSent(answer);
      setWait(answer.resendAfter);
      onChange({ ...consent, code: '' });
    },
    onError: (error) => {
      if (error instanceof CallError && error.retryAfterSeconds) setWait(error.retryAfterSeconds);
      showError(error);
    },
  });
  const press = () => send.mutate({ sysid, contactSYSID: consent.contact });
  const again =
    wait > 0 ? (
      <Text size="sm" c="dimmed">
        {t('code.againIn', { count: wait })}
      </Text>
    ) : (
      <Anchor component="button" type="button" size="sm" disabled={send.isPending} onClick={press}>
        {t('code.again')}
      </Anchor>
    );
  return (
    <Stack gap="xs">
      {sent ? (
        <Text size="sm" role="status">
          {t('code.sent', { name: sent.name, phone: sent.to, count: Math.round(sent.seconds / 60) })}
        </Text>
      ) : (
        <Group gap="sm">
          <Button variant="default" onClick={press} loading={send.isPending} disabled={wait > 0}>
            {t('code.send')}
          </Button>
          {wait > 0 && again}
        </Group>
      )}
      <TextInput
        label={t('code.label')}
        description={t('code.hint')}
        value={consent.code}
        onChange={(event) => {
          const digits = event.currentTarget.value.replace(/\D/g, '');
          onChange({ ...consent, code: digits.slice(0, config().otpDigits) });
        }}
        error={wrong.code && t(consent.code === '' ? 'code.missing' : 'code.wrong')}
        inputMode="numeric"
        autoComplete="off"
        maw={240}
        required
      />
      {sent && again}
    </Stack>
  );
}
