import { Button, Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { addCollector, getCollectorPhotos, getCollectors, getReleaseRule } from '@mfuko/contract/collectors';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { PhotoField } from './PhotoField.tsx';
import { usePhotoField } from './usePhotoField.ts';

const FIELDS = ['name', 'relation', 'mobileNumber', 'validUntil', 'blockedReason'] as const;
// The student is fixed here, and the photo has a field of its own, so the form has no fields for them.
const typed = { ...addCollector, input: addCollector.input.omit({ studentSYSID: true, Photo: true, consent: true }) };
const EMPTY = { name: '', relation: '', mobileNumber: '', validUntil: '', blockedReason: '' };

interface CollectorFormProps {
  readonly studentSYSID: string;
  readonly onSaved: () => void;
}

/** Form that adds a person who may, or must not, collect a student. */
export function CollectorForm({ studentSYSID, onSaved }: CollectorFormProps) {
  const { t } = useTranslation('collectors');
  const form = useContractForm(typed, EMPTY);
  const [blocks, setBlocks] = useState(false);
  const { field: photo, ready, refused } = usePhotoField();
  const labels = Object.fromEntries(FIELDS.map((name) => [name, t(`fields.${name}`)]));
  const add = useSureRecord(addCollector, {
    refresh: [getCollectors, getCollectorPhotos, getReleaseRule],
    onDone: ({ name }) => {
      showDone(t('added', { name }));
      onSaved();
    },
    onError: (error) => refused(error) || showRefusal(form, error, { 'collector.blocked': 'name' }),
  });
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    autoComplete: 'off',
  });
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => {
        // A ban without a reason would be stored as a permission, so the reason is required.
        if (blocks && values.blockedReason.trim() === '') form.setFieldError('blockedReason', t('reasonMissing'));
        else if (blocks) add.mutate({ ...values, studentSYSID, validUntil: '' });
        else {
          const sent = ready();
          if (sent) add.mutate({ ...values, studentSYSID, blockedReason: '', ...sent });
        }
      }}
      buttons={
        <Button type="submit" loading={add.isPending} {...(blocks ? { color: 'red' } : {})}>
          {t(blocks ? 'block' : 'add')}
        </Button>
      }
    >
      <TextInput {...field('name')} required maxLength={120} data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput {...field('relation')} required maxLength={40} />
        <PhoneField {...field('mobileNumber')} />
      </SimpleGrid>
      <Checkbox
        checked={blocks}
        onChange={(event) => setBlocks(event.currentTarget.checked)}
        label={t('blocks')}
        description={t('blocksHint')}
      />
      {blocks ? (
        <TextInput {...field('blockedReason')} description={t('reasonHint')} required maxLength={200} />
      ) : (
        <>
          <TextInput {...field('validUntil')} type="date" description={t('untilHint')} />
          <PhotoField {...photo} />
        </>
      )}
    </FormColumn>
  );
}
