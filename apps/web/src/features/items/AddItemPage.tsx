import { Autocomplete, type AutocompleteProps, Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createItem, getItemNames, studentItems } from '@mfuko/contract/items';
import { getStatement, getWallet } from '@mfuko/contract/wallet';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../lib/format.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { useDraftName } from '../../ui/kept.ts';
import { hideNotices, showDone } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { PupilCard } from './PupilCard.tsx';
import { Total } from './Total.tsx';
import { digitsOf, usePupil } from './usePupil.ts';

const EMPTY = { admissionNumber: '', itemName: '', quantity: '1', price: '0' };
const TYPING_PAUSE_MS = 200;

/** Sells an item to a pupil, or issues it, and waits for the next one. */
export function AddItemPage() {
  const { t } = useTranslation('items');
  const form = useContractForm(createItem, EMPTY, useDraftName('student.add.item'));
  useNumberOfAddress(form.setFieldValue);
  const { admissionNumber, quantity, price } = form.values;
  const pupil = usePupil(admissionNumber);
  const sell = useRecord(createItem, {
    overlay: true,
    refresh: [studentItems, getItemNames, getWallet, getStatement],
    onDone: (item) => {
      hideNotices();
      showDone(t('add.done', { name: item.itemName, names: item.studentName, balance: formatAmount(item.balance) }));
      // A class is served with one thing after the other: what it was and what it cost stays.
      form.setFieldValue('admissionNumber', '');
      form.getInputNode('admissionNumber')?.focus();
    },
    onError: (error) => {
      showRefusal(form, error, {
        'student.not-found': 'admissionNumber',
        'wallet.insufficient-funds': 'price',
        'wallet.over-limit': 'price',
      });
    },
  });
  const labels = {
    admissionNumber: t('fields.admissionNumber'),
    itemName: t('fields.itemName'),
    quantity: t('fields.quantity'),
    price: t('fields.price'),
  };
  return (
    <>
      <PageHeader
        title={t('add.title')}
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/app/student.items" {...props} />}>
            {t('list.title')}
          </Button>
        }
      />
      <FormColumn
        form={form}
        labels={labels}
        onSubmit={(values) => sell.mutate(values)}
        buttons={
          <Button type="submit" loading={sell.isPending}>
            {t('add.complete')}
          </Button>
        }
      >
        <TextInput
          {...form.getInputProps('admissionNumber')}
          onChange={(event) => form.setFieldValue('admissionNumber', digitsOf(event.currentTarget.value))}
          label={labels.admissionNumber}
          error={form.errors.admissionNumber ?? pupil.error}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          required
        />
        <PupilCard pupil={pupil.found} />
        <NameField
          {...form.getInputProps('itemName')}
          label={labels.itemName}
          onPrice={(known) => {
            if (Number(price) === 0) form.setFieldValue('price', String(known));
          }}
        />
        <TextInput
          {...form.getInputProps('quantity')}
          label={labels.quantity}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          required
        />
        <TextInput
          {...form.getInputProps('price')}
          label={labels.price}
          description={t('fields.priceHint')}
          inputMode="decimal"
          maxLength={10}
          autoComplete="off"
          required
        />
        <Total quantity={quantity} price={price} pupil={pupil.found} />
      </FormColumn>
    </>
  );
}

interface NameFieldProps extends Pick<AutocompleteProps, 'label' | 'error' | 'onFocus' | 'onBlur'> {
  readonly value?: string;
  readonly onChange: (text: string) => void;
  readonly onPrice: (price: number) => void;
}

/** A name that was used before is offered, so that one thing is called one name; its last price comes with it. */
function NameField({ onPrice, ...field }: NameFieldProps) {
  const [search] = useDebouncedValue(field.value ?? '', TYPING_PAUSE_MS);
  const names = useCall(getItemNames, { search: search || undefined, page: 1, pageSize: 8 });
  const known = names.data?.rows ?? [];
  return (
    <Autocomplete
      {...field}
      data={known.map(({ itemName }) => itemName)}
      onOptionSubmit={(picked) => {
        const price = known.find(({ itemName }) => itemName === picked)?.price;
        if (price) onPrice(price);
      }}
      maxLength={80}
      autoComplete="off"
      required
    />
  );
}

/** `?student=4003` in the address: from a pupil's page the number is there already. */
function useNumberOfAddress(set: (field: 'admissionNumber', number: string) => void): void {
  const { student } = useSearch({ strict: false }) as { student?: string };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address; later the field is the person's
  useEffect(() => {
    if (student) set('admissionNumber', digitsOf(String(student)));
  }, [student]);
}
