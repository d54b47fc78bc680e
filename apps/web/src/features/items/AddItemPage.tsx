import { Button, Text, TextInput } from '@mantine/core';
import { createItem } from '@mfuko/contract/items';
import { getSchoolSettings } from '@mfuko/contract/schools';
import { getWallet } from '@mfuko/contract/wallet';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { useSchool } from '../../lib/school.ts';
import { numberOf } from '../../school/admission-number.ts';
import { StudentCard } from '../../school/StudentCard.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { useCaptureFor } from '../../school/useCaptureFor.ts';
import { useStudentOf } from '../../school/useStudentLookup.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { useDraftName } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { LinkButton } from '../../ui/links.tsx';
import { hideNotices, showDone } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { ItemNameField } from './ItemNameField.tsx';
import { ProofFields } from './ProofFields.tsx';
import { Total } from './Total.tsx';
import { SALE_PROOFS, useSale } from './useSale.ts';

const EMPTY = { admissionNumber: '', itemName: '', quantity: '1', price: '0' };

/** Sale that is held for a second person's approval after a recent change of PIN or finger. */
export interface HeldSale {
  readonly admissionNumber: string;
  /** Total in KES. */
  readonly amount: string;
  readonly refusals: number;
  readonly onApproved: () => void;
}

interface AddItemProps {
  readonly held?: (sale: HeldSale) => ReactNode;
}

/** Sells or issues an item to a student, then waits for the next student. */
export function AddItemPage({ held }: AddItemProps) {
  const school = useSchool();
  const rules = useCall(getSchoolSettings, { sysid: school?.sysid ?? '' }, { enabled: school !== null });
  return <AddItem asksForProof={rules.data?.requireProofForItems ?? false} held={held} />;
}

function AddItem({ asksForProof, held }: AddItemProps & { asksForProof: boolean }) {
  const { t } = useTranslation('items');
  const form = useContractForm(createItem, EMPTY, useDraftName('student.add.item'));
  useNumberOfAddress(form.setFieldValue);
  const { admissionNumber, quantity, price } = form.values;
  const student = useStudentOf(getWallet, admissionNumber);
  // The reader is active only where the school requires proof and the item has a price.
  const proven = asksForProof && Number(price) > 0;
  const scanner = useScanner({ captureByItself: false, enabled: proven });
  // Student whose sale the server has refused, with the number of refusals.
  const [waits, setWaits] = useState<{ admissionNumber: string; refusals: number } | null>(null);
  const sale = useSale(scanner, {
    onDone: (item) => {
      hideNotices();
      showDone(t('add.done', { name: item.itemName, names: item.studentName, balance: formatMoney(item.balance) }));
      setWaits(null);
      setTooSoon('');
      // Item and price stay, since a class is usually served with one item after the other.
      form.setFieldValue('admissionNumber', '');
      form.getInputNode('admissionNumber')?.focus();
    },
    onError: (error) => {
      if (error instanceof CallError && error.problem === 'wallet.hold')
        setWaits((before) => ({ admissionNumber, refusals: (before?.refusals ?? 0) + 1 }));
      showRefusal(form, error, {
        'student.not-found': 'admissionNumber',
        'wallet.insufficient-funds': 'price',
        'wallet.over-limit': 'price',
      });
    },
  });
  const button = useRef<HTMLButtonElement>(null);
  /** Number for which a sale was pressed before the name had loaded. */
  const [tooSoon, setTooSoon] = useState('');
  /** Sells only after the name was shown, since a mistyped number may be another child's. The next press sells. */
  function complete(values: typeof form.values) {
    if (proven || student.found) return sale.run(values, proven);
    setTooSoon(admissionNumber);
    if (student.status === 'looking') button.current?.focus();
    else form.getInputNode('admissionNumber')?.focus();
    if (student.status === 'unreachable') student.refetch();
  }
  useCaptureFor(proven && sale.proof === 'finger' ? student.found?.admissionNumber : undefined, scanner);
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
          <LinkButton to="/app/student.items" variant="default">
            {t('list.title')}
          </LinkButton>
        }
      />
      <FormColumn
        form={form}
        labels={labels}
        onSubmit={complete}
        buttons={
          <Button type="submit" loading={sale.busy} ref={button}>
            {t('add.complete')}
          </Button>
        }
      >
        <StudentBox
          {...form.getInputProps('admissionNumber')}
          value={admissionNumber}
          onNumber={(number) => form.setFieldValue('admissionNumber', number)}
          named={student.found !== null}
          error={form.errors.admissionNumber ?? student.error}
          autoFocus
        />
        <StudentCard student={student.found} today="spending" />
        <div role="status">
          {tooSoon !== '' && tooSoon === admissionNumber && !student.error && (
            <Text size="sm" fw={600}>
              {t('add.nameFirst')}
            </Text>
          )}
        </div>
        <ItemNameField
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
        <AmountField
          {...form.getInputProps('price')}
          label={labels.price}
          description={t('fields.priceHint')}
          required
        />
        <Total quantity={quantity} price={price} student={student.found} />
        {proven &&
          waits?.admissionNumber === admissionNumber &&
          held?.({
            admissionNumber,
            amount: ((Number(quantity) * Math.round(Number(price) * 100)) / 100).toFixed(2),
            refusals: waits.refusals,
            onApproved: () => sale.askAgain(),
          })}
        {proven && <ProofFields out={sale} scanner={scanner} ways={SALE_PROOFS} />}
      </FormColumn>
    </>
  );
}

/** Fills in the number from `?student=4003` in the address, as linked from a student's page. */
function useNumberOfAddress(set: (field: 'admissionNumber', number: string) => void): void {
  const { student } = useSearch({ from: '/app/student.add.item' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address; later the field is the person's
  useEffect(() => {
    if (student) set('admissionNumber', numberOf(student));
  }, [student]);
}
