import { Button, Group, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { MAX_LIST_ROWS } from '@mfuko/contract/lists';
import { getStudents } from '@mfuko/contract/students';
import { IconPrinter } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useClassOptions } from '../../school/useClassOptions.ts';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePrint } from '../../ui/paper/usePrint.tsx';
import { ClassWalk } from './ClassWalk.tsx';
import { ConsentSheet } from './ConsentSheet.tsx';

const HERE = '/app/student.enrol.class';

/** Enrols a class student by student. The address holds the class and the current student, so that a reload continues there. */
export function EnrolClassPage() {
  const { t } = useTranslation('enrolment');
  const { classSYSID = '' } = useSearch({ from: HERE });
  const navigate = useNavigate();
  const options = useClassOptions();
  const found = useCall(
    getStudents,
    { classSYSID, status: 'active', sort: 'admissionNumber', page: 1, pageSize: MAX_LIST_ROWS },
    { enabled: classSYSID !== '', staleTime: 0 },
  );
  const rows = classSYSID === '' ? [] : (found.data?.rows ?? []).filter((row) => row.classSYSID === classSYSID);
  const waiting = rows.filter(({ hasFingerprint }) => !hasFingerprint);
  const className = options.find(({ value }) => value === classSYSID)?.label ?? '';
  const { print, paper } = usePrint('sheet', <ConsentSheet className={className} students={waiting} />);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={waiting.length === 0}
            onClick={print}
          >
            {t('sheet')}
          </Button>
        }
      />
      {paper}
      <Stack gap="lg">
        <Group>
          <NativeSelect
            label={t('class')}
            value={classSYSID}
            onChange={(event) =>
              void navigate({ to: HERE, replace: true, search: { classSYSID: event.currentTarget.value } })
            }
            data={[{ value: '', label: t('pick') }, ...options]}
          />
        </Group>
        {classSYSID === '' ? (
          <EmptyState title={t('none')} message={t('noneHint')} />
        ) : found.data && !found.isPlaceholderData ? (
          rows.length === 0 ? (
            <EmptyState title={t('empty')} />
          ) : (
            <ClassWalk key={classSYSID} rows={rows} classSYSID={classSYSID} />
          )
        ) : found.isError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </Stack>
    </>
  );
}
