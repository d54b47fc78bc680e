import { SimpleGrid, Stack } from '@mantine/core';
import { type StudentItem, studentItems } from '@mfuko/contract/items';
import { getWallet } from '@mfuko/contract/wallet';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import type { Answer } from '../../lib/request.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { useSchool } from '../../lib/school.ts';
import { StudentCard } from '../../school/StudentCard.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { useCaptureFor } from '../../school/useCaptureFor.ts';
import { useStudentField } from '../../school/useStudentLookup.ts';
import { LinkButton } from '../../ui/links.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { hideNotices } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ItemCard } from './ItemCard.tsx';
import { ProofFields } from './ProofFields.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { type HandOut, useHandOut } from './useHandOut.ts';

const MAX_SHOWN = 100;

/** Counter of the store: the student, the items that were paid for and wait, and their hand-out. */
export function ConsumeItemPage() {
  // Remounts when the school changes, since another school has other students.
  return <Consume key={useSchool()?.sysid} />;
}

function Consume() {
  const { t } = useTranslation('items');
  const scanner = useScanner({ captureByItself: false });
  const { student } = useSearch({ from: '/app/student.consume.item' });
  const lookup = useStudentField(getWallet, student ?? '');
  const field = useRef<HTMLInputElement>(null);
  const out = useHandOut(scanner, () => field.current?.focus());
  useCaptureFor(out.proof === 'finger' ? lookup.found?.admissionNumber : undefined, scanner);
  function change(number: string) {
    lookup.setNumber(number);
    // Finger and PIN belong to one student and are never tried for the next one.
    out.setPin('');
    scanner.flush();
    hideNotices();
  }
  return (
    <>
      <PageHeader
        title={t('consume.title')}
        actions={
          <LinkButton to="/app/student.items" variant="default">
            {t('list.title')}
          </LinkButton>
        }
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <form onSubmit={(event) => event.preventDefault()} noValidate autoComplete="off">
          <Stack gap="md">
            <StudentBox
              ref={field}
              value={lookup.number}
              onNumber={change}
              named={lookup.found !== null}
              onFocus={(event) => event.currentTarget.select()}
              error={lookup.error}
              autoFocus
            />
            <StudentCard student={lookup.found} today="spending" />
            <ProofFields out={out} scanner={scanner} />
          </Stack>
        </form>
        {lookup.found && <Items key={lookup.found.admissionNumber} student={lookup.found} out={out} />}
      </SimpleGrid>
    </>
  );
}

function Items({ student: lookup, out }: { student: Answer<typeof getWallet>; out: HandOut }) {
  const { t } = useTranslation('items');
  const { admissionNumber } = lookup;
  const [returning, setReturning] = useState<StudentItem>();
  const items = useCall(studentItems, { admissionNumber, page: 1, pageSize: MAX_SHOWN }, { staleTime: 0 });
  if (items.isError && !items.data) return <ErrorState error={items.error} onRetry={() => void items.refetch()} />;
  if (!items.data) return null;
  // Waiting items come first; fully returned items are left out.
  const rows = items.data.rows
    .filter(({ admissionNumber: of, state }) => of === admissionNumber && state !== 'returned')
    .toSorted((one, other) => Number(other.waiting > 0) - Number(one.waiting > 0));
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('consume.empty', { names: lookup.names })}
        message={t('consume.emptyHint')}
        action={
          <LinkButton to="/app/student.add.item" search={{ student: admissionNumber }} variant="default" mt="xs">
            {t('add.title')}
          </LinkButton>
        }
      />
    );
  return (
    <section aria-label={t('consume.of', { names: lookup.names })}>
      <Stack gap="sm">
        {rows.map((item) => (
          <ItemCard
            // Remounts when the number of waiting pieces changes, so that the new number is the default.
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
