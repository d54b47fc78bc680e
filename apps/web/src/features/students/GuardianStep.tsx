import '@mantine/core/styles/List.css';
import { Button, Group, List, Paper, SimpleGrid, Text, TextInput } from '@mantine/core';
import { addContact, getContacts } from '@mfuko/contract/students';
import { IconUserCheck } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { useDraftName } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { showRefusal } from '../../ui/refusal.ts';

const EMPTY = { name: '', mobileNumber: '', email: '' };
const FIELDS = ['name', 'mobileNumber', 'email'] as const;
// The student is fixed here, so the form has no field for it.
const typed = { ...addContact, input: addContact.input.omit({ studentSYSID: true }) };

interface GuardianStepProps {
  readonly studentSYSID: string;
  readonly onBack: () => void;
  readonly onComplete: () => void;
}

/** Step 3 of Add Student: adds guardians, one after the other. */
export function GuardianStep({ studentSYSID, onBack, onComplete }: GuardianStepProps) {
  const { t } = useTranslation('students');
  /** True where Complete was pressed while a typed guardian was not added yet. */
  const completing = useRef(false);
  const guardians = useCall(getContacts, { studentSYSID });
  const form = useContractForm(typed, EMPTY, useDraftName(`student.add.guardian:${studentSYSID}`));
  const add = useSureRecord(addContact, {
    refresh: [getContacts],
    onDone: () => {
      showDone(t('guardian.done'));
      form.reset();
      if (completing.current) onComplete();
      else form.getInputNode('name')?.focus();
    },
    onError: (error) => showRefusal(form, error, { 'guardian.duplicate': 'mobileNumber' }),
  });
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`guardian.fields.${name}`),
    autoComplete: 'off',
  });
  const send = (values: typeof EMPTY, complete: boolean) => {
    completing.current = complete;
    add.mutate({ ...values, studentSYSID });
  };
  const halfTyped = FIELDS.some((name) => form.values[name].trim() !== '');
  const rows = guardians.data?.rows ?? [];
  return (
    <>
      {guardians.isError && <ErrorState error={guardians.error} onRetry={() => void guardians.refetch()} />}
      {rows.length > 0 && (
        <Paper withBorder p="md" mb="md" maw={640}>
          <Text fw={600} size="sm" mb="xs">
            {t('guardian.added')}
          </Text>
          <List spacing="xs" size="sm" icon={<IconUserCheck size={18} aria-hidden />} center>
            {rows.map(({ sysid, name, mobileNumber, email }) => (
              <List.Item key={sysid}>{[name, mobileNumber, email].filter(Boolean).join(' · ')}</List.Item>
            ))}
          </List>
        </Paper>
      )}
      <FormColumn
        form={form}
        labels={Object.fromEntries(FIELDS.map((name) => [name, t(`guardian.fields.${name}`)]))}
        onSubmit={(values) => send(values, false)}
        buttons={
          <Button type="submit" variant={rows.length > 0 ? 'default' : 'filled'} loading={add.isPending}>
            {t('guardian.add')}
          </Button>
        }
      >
        <TextInput {...field('name')} required maxLength={120} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <PhoneField {...field('mobileNumber')} required />
          <TextInput {...field('email')} type="email" />
        </SimpleGrid>
      </FormColumn>
      <Group justify="space-between" mt="lg" maw={640}>
        <Button variant="default" onClick={onBack}>
          {t('add.back')}
        </Button>
        <Button
          variant={rows.length > 0 ? 'filled' : 'default'}
          loading={add.isPending}
          onClick={() => {
            if (!halfTyped) return onComplete();
            form.onSubmit(
              (values) => send(values, true),
              (wrong) => form.getInputNode(Object.keys(wrong)[0] ?? 'name')?.focus(),
            )();
          }}
        >
          {t('guardian.complete')}
        </Button>
      </Group>
    </>
  );
}
