import { Button, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { addContact, type Contact, getContacts } from '@mfuko/contract/students';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { useContractForm } from '../../ui/form.ts';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { showRefusal } from '../../ui/refusal.ts';

// The student is fixed here, so the form has no field for it.
const typed = { ...addContact, input: addContact.input.omit({ studentSYSID: true }) };

interface NewGuardianProps {
  readonly studentSYSID: string;
  readonly onAdded: (guardian: Contact) => void;
}

/** Adds a guardian who is to receive the code: name and number, stored with the student. */
export function NewGuardian({ studentSYSID, onAdded }: NewGuardianProps) {
  const { t } = useTranslation('fingerprints');
  const form = useContractForm(typed, { name: '', mobileNumber: '' });
  const add = useSureRecord(addContact, {
    refresh: [getContacts],
    onDone: onAdded,
    onError: (error) => showRefusal(form, error, { 'guardian.duplicate': 'mobileNumber' }),
  });
  return (
    <Paper withBorder p="md">
      <form onSubmit={form.onSubmit((values) => add.mutate({ ...values, studentSYSID }))} noValidate>
        <Stack gap="sm">
          <Text size="sm">{t('code.newGuardian')}</Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            <TextInput
              {...form.getInputProps('name')}
              label={t('code.name')}
              maxLength={120}
              autoComplete="off"
              required
            />
            <PhoneField {...form.getInputProps('mobileNumber')} label={t('code.phone')} required />
          </SimpleGrid>
          <Button type="submit" variant="default" w="fit-content" loading={add.isPending}>
            {t('code.add')}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
