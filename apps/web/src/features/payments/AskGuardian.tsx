import { Button, Group, Radio, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import '@mantine/core/styles/Radio.css';
import { getPayments, requestPayment } from '@mfuko/contract/payments';
import { readPhoneNumber } from '@mfuko/contract/phone';
import { getContacts, getStudent } from '@mfuko/contract/students';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { StudentCard } from '../../school/StudentCard.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { useStudentField } from '../../school/useStudentLookup.ts';
import { showError } from '../../ui/notify.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { type AskedFor, StkPushState } from './StkPushState.tsx';
import { isShillings } from './words.ts';

const OTHER = 'other';

/** Sends an STK push to the phone of one student's guardian, to pay pocket money in. */
export function AskGuardian() {
  const { t } = useTranslation('payments');
  const { t: tSchool } = useTranslation('school');
  const { admissionNumber: given } = useSearch({ from: '/app/student.upload.money' });
  const lookup = useStudentField(getStudent, given);
  const student = lookup.found;
  const contacts = useCall(getContacts, { studentSYSID: student?.sysid ?? '' }, { enabled: student !== null });
  const guardians = student ? (contacts.data?.rows ?? []) : [];
  const [chosen, choose] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [amount, setAmount] = useState('');
  const [asked, setAsked] = useState<AskedFor | null>(null);
  const [waiting, setWaiting] = useState(false);
  /** True after a press with missing fields: from then on each field shows its error. */
  const [tried, setTried] = useState(false);
  const stopWaiting = useCallback(() => setWaiting(false), []);
  const form = useRef<HTMLFormElement>(null);
  const ask = useMoneyRecord(requestPayment, {
    refresh: [getPayments],
    onDone: ({ sysid }, sent) => {
      setWaiting(true);
      setAsked({
        sysid,
        names: student?.names ?? '',
        mobileNumber: String(sent.mobileNumber),
        amount: Number(sent.amount),
      });
    },
    onError: showError,
  });
  // While the guardians load, nothing can be chosen: the first guardian would replace "another number" under the user's finger.
  const known = contacts.data !== undefined || contacts.isError;
  const first = guardians[0]?.mobileNumber;
  const whom = chosen ?? first ?? OTHER;
  const phone = whom === OTHER ? readPhoneNumber(typed) : whom;
  const numberLacks = lookup.number === '' ? tSchool('missing.admissionNumber') : lookup.error;
  const phoneLacks = whom === OTHER && phone === null ? t('ask.missing.number') : null;
  const amountLacks = isShillings(amount) ? null : t('ask.missing.amount');
  // That phone shows a request already, and M-Pesa allows one at a time.
  const busy = waiting && asked?.mobileNumber === phone;

  function send() {
    if (busy) return;
    const lacking = { admissionNumber: numberLacks, mobileNumber: phoneLacks, amount: amountLacks };
    const first = Object.entries(lacking).find(([, lack]) => lack !== null)?.[0];
    setTried(first !== undefined);
    if (first !== undefined) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    // The lookup has not finished, so the user has to press again.
    if (student?.status !== 'active' || !known || phone === null) return;
    ask.mutate({ admissionNumber: lookup.number, amount: Number(amount), mobileNumber: phone });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <form onSubmit={submit} noValidate ref={form}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('ask.hint')}
          </Text>
          <StudentBox
            value={lookup.number}
            named={student !== null}
            onNumber={(number) => {
              lookup.setNumber(number);
              choose(null);
            }}
            error={tried ? numberLacks : lookup.error}
            autoFocus={!given}
          />
          <StudentCard student={student}>
            {student?.status === 'left' && (
              <Text size="sm" mt="xs">
                {t('ask.left')}
              </Text>
            )}
          </StudentCard>
          {student && !known && <Skeleton height={60} />}
          {student && known && (
            <Radio.Group label={t('ask.number')} value={whom} onChange={choose}>
              <Stack gap="xs" mt="xs">
                {guardians.map(({ sysid, name, mobileNumber }) => (
                  <Radio key={sysid} value={mobileNumber} label={`${name} · ${mobileNumber}`} />
                ))}
                {contacts.data && guardians.length === 0 && (
                  <Text size="sm" c="dimmed">
                    {t('ask.noGuardian')}
                  </Text>
                )}
                <Radio value={OTHER} label={t('ask.other')} />
              </Stack>
            </Radio.Group>
          )}
          {student && known && whom === OTHER && (
            <PhoneField
              label={t('ask.otherNumber')}
              value={typed}
              onChange={setTyped}
              error={tried && phoneLacks}
              name="mobileNumber"
              required
            />
          )}
          <AmountField
            label={t('ask.amount')}
            value={amount}
            onChange={setAmount}
            error={tried && amountLacks}
            autoFocus={Boolean(given)}
            required
            name="amount"
          />
          <Group justify="flex-end">
            <Button type="submit" loading={ask.isPending} disabled={busy}>
              {t('ask.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
      {asked && (
        <StkPushState
          key={asked.sysid}
          asked={asked}
          busy={ask.isPending}
          onOver={stopWaiting}
          onAgain={send}
          onAnother={() => {
            setAsked(null);
            setAmount('');
            setTried(false);
            form.current?.querySelector<HTMLInputElement>('[name=admissionNumber]')?.select();
          }}
        />
      )}
    </SimpleGrid>
  );
}
