import { Button, Group, Paper, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useDebouncedValue } from '@mantine/hooks';
import { getPayments, requestPayment } from '@mfuko/contract/payments';
import { getContacts, getStudent } from '@mfuko/contract/students';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, describe } from '../../lib/problems.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { Money } from '../../ui/Money.tsx';
import { showError } from '../../ui/notify.tsx';
import { type AskedFor, PromptState } from './PromptState.tsx';
import { isShillings, phoneTyped } from './words.ts';

const TYPING_PAUSE_MS = 300;
const OTHER = 'other';

/** Asks one student's guardian, on the phone, to pay pocket money in. */
export function AskGuardian() {
  const { t } = useTranslation('payments');
  const { admissionNumber: given } = useSearch({ strict: false }) as { admissionNumber?: string };
  const [number, setNumber] = useState(given && /^\d{1,12}$/.test(given) ? given : '');
  const [settled] = useDebouncedValue(number, TYPING_PAUSE_MS);
  const found = useCall(getStudent, { admissionNumber: settled }, { enabled: settled !== '', staleTime: 0 });
  const student = number !== '' && number === settled && found.data?.admissionNumber === number ? found.data : null;
  const contacts = useCall(getContacts, { studentSYSID: student?.sysid ?? '' }, { enabled: student !== null });
  const guardians = student ? (contacts.data?.rows ?? []) : [];
  const [chosen, choose] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [amount, setAmount] = useState('');
  const [asked, setAsked] = useState<AskedFor | null>(null);
  const [waiting, setWaiting] = useState(false);
  /** The send was pressed with something missing: from then on each field says what it lacks. */
  const [tried, setTried] = useState(false);
  const stopWaiting = useCallback(() => setWaiting(false), []);
  const form = useRef<HTMLFormElement>(null);
  const ask = useRecord(requestPayment, {
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
  const first = guardians[0]?.mobileNumber;
  const whom = chosen ?? first ?? OTHER;
  const phone = whom === OTHER ? phoneTyped(typed) : whom;
  const missing =
    found.error instanceof CallError && found.error.status === 404
      ? t('ask.unknown')
      : found.isError
        ? describe(found.error).message
        : null;
  const unknown = number !== '' && number === settled ? missing : null;
  const numberLacks = number === '' ? t('ask.missing.student') : unknown;
  const phoneLacks = whom === OTHER && phone === null ? t('ask.missing.number') : null;
  const amountLacks = isShillings(amount) ? null : t('ask.missing.amount');
  // That phone is asking already, and M-Pesa asks it one thing at a time.
  const busy = waiting && asked?.mobileNumber === phone;

  function send() {
    if (busy) return;
    const lacking = { admissionNumber: numberLacks, mobileNumber: phoneLacks, amount: amountLacks };
    const first = Object.entries(lacking).find(([, lack]) => lack !== null)?.[0];
    setTried(first !== undefined);
    if (first !== undefined) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    // Whoever is quicker than the search for the student presses again.
    if (student?.status !== 'active' || phone === null) return;
    ask.mutate({ admissionNumber: number, amount: Number(amount), mobileNumber: phone });
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
          <TextInput
            label={t('ask.admissionNumber')}
            value={number}
            onChange={(event) => {
              setNumber(event.currentTarget.value.replace(/\D/g, '').slice(0, 12));
              choose(null);
            }}
            error={tried ? numberLacks : unknown}
            autoFocus={!given}
            inputMode="numeric"
            autoComplete="off"
            required
            name="admissionNumber"
          />
          <div role="status">
            {student && (
              <Paper withBorder p="sm">
                <Group justify="space-between" gap="xs">
                  <div>
                    <Text fw={600}>{student.names}</Text>
                    <Text size="sm" c="dimmed">
                      {student.className}
                    </Text>
                  </div>
                  <div>
                    <Text size="sm" c="dimmed" ta="right">
                      {t('ask.balance')}
                    </Text>
                    <Text fw={700} size="lg" ta="right">
                      <Money value={student.balance} />
                    </Text>
                  </div>
                </Group>
                {student.status === 'left' && (
                  <Text size="sm" mt="xs">
                    {t('ask.left')}
                  </Text>
                )}
              </Paper>
            )}
          </div>
          {student && (
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
          {student && whom === OTHER && (
            <TextInput
              label={t('ask.otherNumber')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value.slice(0, 20))}
              error={tried && phoneLacks}
              inputMode="tel"
              autoComplete="off"
              name="mobileNumber"
              required
            />
          )}
          <TextInput
            label={t('ask.amount')}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
            error={tried && amountLacks}
            inputMode="numeric"
            autoComplete="off"
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
        <PromptState
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
