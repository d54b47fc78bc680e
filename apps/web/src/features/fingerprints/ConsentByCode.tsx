import { Anchor, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { sendConsentCode } from '@mfuko/contract/fingerprints';
import { getContacts, getStudent } from '@mfuko/contract/students';
import { useState } from 'react';
import { config } from '../../lib/config.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import type { Answer } from '../../lib/request.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showError } from '../../ui/notify.tsx';
import { useCountdown } from '../../ui/useCountdown.ts';
import type { Consent, ConsentWrong } from './consent.ts';
import { NewGuardian } from './NewGuardian.tsx';
import type { EnrolledStudent } from './useEnrolment.ts';

interface ConsentByCodeProps {
  /** null: nobody has been looked up yet. */
  readonly student: EnrolledStudent | null;
  readonly consent: Consent;
  readonly wrong: ConsentWrong;
  readonly onChange: (consent: Consent) => void;
}

/** Consent by a code that a guardian of the student gets by SMS and reads out. */
export function ConsentByCode({ student, ...props }: ConsentByCodeProps) {
  const { t } = useTranslation('fingerprints');
  const byNumber = useCall(getStudent, student ?? {}, { enabled: student !== null && !('sysid' in student) });
  const sysid = student && 'sysid' in student ? student.sysid : byNumber.data?.sysid;
  if (student === null) {
    return (
      <Text size="sm" c={props.wrong.by ? 'red' : 'dimmed'}>
        {t('code.studentFirst')}
      </Text>
    );
  }
  if (byNumber.isError) return <ErrorState error={byNumber.error} onRetry={() => void byNumber.refetch()} />;
  return sysid && <Guardians key={sysid} sysid={sysid} {...props} />;
}

function Guardians({ sysid, consent, wrong, onChange }: Omit<ConsentByCodeProps, 'student'> & { sysid: string }) {
  const { t } = useTranslation('fingerprints');
  const contacts = useCall(getContacts, { studentSYSID: sysid });
  const [adding, setAdding] = useState(false);
  const rows = contacts.data?.rows;
  const choose = (contact: string, name: string) => onChange({ ...consent, contact, by: name, code: '' });
  if (contacts.isError) return <ErrorState error={contacts.error} onRetry={() => void contacts.refetch()} />;
  if (!rows) return null;
  return (
    <Stack gap="md">
      {rows.length > 0 && (
        <Radio.Group
          label={t('code.to')}
          value={consent.contact}
          onChange={(contact) => choose(contact, rows.find((row) => row.sysid === contact)?.name ?? '')}
          error={wrong.by && t('code.chooseGuardian')}
          required
        >
          <Stack gap="xs" mt="xs" mb={wrong.by ? 'xs' : 0}>
            {rows.map((row) => (
              <Radio key={row.sysid} size="md" value={row.sysid} label={`${row.name} · ${masked(row.mobileNumber)}`} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {adding || rows.length === 0 ? (
        <NewGuardian
          studentSYSID={sysid}
          onAdded={({ sysid: contact, name }) => {
            setAdding(false);
            choose(contact, name);
          }}
        />
      ) : (
        <Anchor component="button" type="button" size="sm" w="fit-content" onClick={() => setAdding(true)}>
          {t('code.another')}
        </Anchor>
      )}
      {consent.contact && (
        <Code key={consent.contact} sysid={sysid} consent={consent} wrong={wrong} onChange={onChange} />
      )}
    </Stack>
  );
}

function Code({ sysid, consent, wrong, onChange }: Omit<ConsentByCodeProps, 'student'> & { sysid: string }) {
  const { t } = useTranslation('fingerprints');
  const [sent, setSent] = useState<Answer<typeof sendConsentCode> | null>(null);
  const [wait, setWait] = useCountdown(0);
  const send = useRecord(sendConsentCode, {
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

/** A phone number as the whole desk may see it: enough to tell two apart. */
function masked(phone: string): string {
  return `${phone.slice(0, 4)}…${phone.slice(-3)}`;
}
