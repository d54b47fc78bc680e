import { Anchor, Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { getContacts, getStudent } from '@mfuko/contract/students';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import type { Consent, ConsentWrong } from './consent.ts';
import { GuardianCode } from './GuardianCode.tsx';
import { NewGuardian } from './NewGuardian.tsx';
import type { EnrolledStudent } from './useEnrolment.ts';

interface ConsentByCodeProps {
  /** Student to enrol; null until a student was looked up. */
  readonly student: EnrolledStudent | null;
  readonly consent: Consent;
  readonly wrong: ConsentWrong;
  readonly onChange: (consent: Consent) => void;
  /** True where a number that is added now would not count as a guardian's. */
  readonly knownOnly?: boolean;
}

/** Consent by a code that a guardian receives by SMS and reads out. */
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

function Guardians({
  sysid,
  consent,
  wrong,
  onChange,
  knownOnly,
}: Omit<ConsentByCodeProps, 'student'> & { sysid: string }) {
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
      {knownOnly ? (
        rows.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('anew.noGuardian')}
          </Text>
        )
      ) : adding || rows.length === 0 ? (
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
        <GuardianCode key={consent.contact} sysid={sysid} consent={consent} wrong={wrong} onChange={onChange} />
      )}
    </Stack>
  );
}

/** Masks a phone number that others at the desk may see; enough digits stay to tell two numbers apart. */
function masked(phone: string): string {
  return `${phone.slice(0, 4)}…${phone.slice(-3)}`;
}
