import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type StudentItem, studentItems } from '@mfuko/contract/items';
import { Link, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/queries.ts';
import { useCaptureFor } from '../../lib/scanner/useCaptureFor.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { useSchool } from '../../lib/school.ts';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { hideNotices } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ItemCard } from './ItemCard.tsx';
import { ProofFields } from './ProofFields.tsx';
import { PupilCard } from './PupilCard.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { type HandOut, useHandOut } from './useHandOut.ts';
import { digitsOf, type Pupil, usePupil } from './usePupil.ts';

const MOST_SHOWN = 100;

/** The store's counter: who comes, what is paid and waits for them, and the pieces that go over the counter. */
export function ConsumeItemPage() {
  // Another school has other pupils.
  return <Consume key={useSchool()?.sysid} />;
}

function Consume() {
  const { t } = useTranslation('items');
  const scanner = useScanner({ captureByItself: false });
  const { student } = useSearch({ strict: false }) as { student?: string };
  const [number, setNumber] = useState(() => digitsOf(String(student ?? '')));
  const pupil = usePupil(number);
  const field = useRef<HTMLInputElement>(null);
  const out = useHandOut(scanner, () => field.current?.focus());
  useCaptureFor(out.proof === 'finger' ? pupil.found?.admissionNumber : undefined, scanner);
  function change(text: string) {
    setNumber(digitsOf(text));
    // Neither finger nor PIN of one pupil is tried on the next.
    out.setPin('');
    scanner.flush();
    hideNotices();
  }
  return (
    <>
      <PageHeader
        title={t('consume.title')}
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/app/student.items" {...props} />}>
            {t('list.title')}
          </Button>
        }
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <form onSubmit={(event) => event.preventDefault()} noValidate autoComplete="off">
          <Stack gap="md">
            <TextInput
              ref={field}
              label={t('fields.admissionNumber')}
              value={number}
              onChange={(event) => change(event.currentTarget.value)}
              onFocus={(event) => event.currentTarget.select()}
              error={pupil.error}
              inputMode="numeric"
              autoComplete="off"
              name="admissionNumber"
              autoFocus
              required
            />
            <PupilCard pupil={pupil.found} />
            <ProofFields out={out} scanner={scanner} />
          </Stack>
        </form>
        {pupil.found && <Items key={pupil.found.admissionNumber} pupil={pupil.found} out={out} />}
      </SimpleGrid>
    </>
  );
}

function Items({ pupil, out }: { pupil: Pupil; out: HandOut }) {
  const { t } = useTranslation('items');
  const { admissionNumber } = pupil;
  const [returning, setReturning] = useState<StudentItem>();
  const items = useCall(studentItems, { admissionNumber, page: 1, pageSize: MOST_SHOWN }, { staleTime: 0 });
  if (items.isError && !items.data) return <ErrorState error={items.error} onRetry={() => void items.refetch()} />;
  if (!items.data) return null;
  // What waits comes first; what was given back whole is no business of the counter.
  const rows = items.data.rows
    .filter(({ admissionNumber: of, state }) => of === admissionNumber && state !== 'returned')
    .toSorted((one, other) => Number(other.waiting > 0) - Number(one.waiting > 0));
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('consume.empty', { names: pupil.names })}
        message={t('consume.emptyHint')}
        action={
          <Button
            variant="default"
            mt="xs"
            renderRoot={(props) => (
              <Link to="/app/student.add.item" search={{ student: admissionNumber } as never} {...props} />
            )}
          >
            {t('add.title')}
          </Button>
        }
      />
    );
  return (
    <section aria-label={t('consume.of', { names: pupil.names })}>
      <Stack gap="sm">
        {rows.map((item) => (
          <ItemCard
            // A new number of waiting pieces is offered anew.
            key={`${item.sysid}:${item.waiting}`}
            item={item}
            busy={out.busy}
            onHandOut={(quantity) => out.run(item, quantity)}
            onReturn={() => setReturning(item)}
          />
        ))}
      </Stack>
      {returning && <ReturnDialog key={returning.sysid} item={returning} onClose={() => setReturning(undefined)} />}
    </section>
  );
}
