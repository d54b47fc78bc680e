import { Button, Stack, Text, Title } from '@mantine/core';
import { getLooks } from '@mfuko/contract/looks';
import { useId, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';

const ROWS = 5;

/** List of accesses to a student's record; loads on request. */
export function RecordAccesses({ sysid }: { readonly sysid: string }) {
  const { t } = useTranslation('students');
  const heading = useId();
  const [shown, setShown] = useState(0);
  const looks = useCall(getLooks, { sysid, page: 1, pageSize: shown }, { enabled: shown > 0, staleTime: 0 });
  const more = looks.data ? looks.data.total - looks.data.rows.length : 0;
  return (
    <Stack component="section" gap="xs" mt="xl" align="flex-start" aria-labelledby={heading}>
      <Title order={3} size="h4" id={heading}>
        {t('looks.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('looks.hint')}
      </Text>
      {looks.isError && <ErrorState error={looks.error} onRetry={() => void looks.refetch()} />}
      {looks.data && (
        <Facts
          facts={looks.data.rows.map((row) => [
            t('looks.who', { names: row.names, role: t(`looks.roles.${row.role}`) }),
            t('looks.times', { count: row.times, date: formatDate(row.date) }),
          ])}
        />
      )}
      {(shown === 0 || more > 0) && (
        <Button
          variant="default"
          size="sm"
          loading={looks.isFetching}
          onClick={() => setShown(shown === 0 ? ROWS : Math.min(shown * 4, 100))}
        >
          {t(shown === 0 ? 'looks.show' : 'looks.older')}
        </Button>
      )}
    </Stack>
  );
}
