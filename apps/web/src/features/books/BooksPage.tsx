import { Button, Skeleton, Stack, Title } from '@mantine/core';
import { books } from '@mfuko/contract/books';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePrint } from '../../ui/paper/usePrint.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { When } from '../../ui/When.tsx';
import { BankTransfers } from './BankTransfers.tsx';
import { BooksSheet } from './BooksSheet.tsx';
import { BooksStatus } from './BooksStatus.tsx';
import { DayDrawer } from './DayDrawer.tsx';
import { DaysList } from './DaysList.tsx';
import { Equation } from './Equation.tsx';
import { ExplainDialog } from './ExplainDialog.tsx';
import { Findings } from './Findings.tsx';
import { Provider } from './Provider.tsx';
import { Trend } from './Trend.tsx';

const HERE = '/app/report.books';
const REFRESH_MS = 60_000;

/** Page of the books: today's equation, the comparison with M-Pesa, the findings of the last check, and the closed days. */
export function BooksPage() {
  const { t } = useTranslation('books');
  const now = useCall(books, {}, { refetchInterval: REFRESH_MS });
  const [opened, open] = useAddressed(HERE, 'view');
  const [explaining, setExplaining] = useState(false);
  const { data } = now;
  const { print, paper } = usePrint('sheet', data ? <BooksSheet books={data} /> : null);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={
          data && (
            <>
              {t('asOf')} <When moment={data.date} />
            </>
          )
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={print}
            disabled={!data}
          >
            {t('print')}
          </Button>
        }
      />
      {paper}
      <Stack gap="xl">
        {data ? (
          <>
            <BooksStatus books={data} />
            <Equation books={data} />
            {data.provider && <Provider provider={data.provider} onExplain={() => setExplaining(true)} />}
            <BankTransfers />
            {data.looked && data.looked.findings.length > 0 && <Findings findings={data.looked.findings} />}
          </>
        ) : now.isError ? (
          <ErrorState error={now.error} onRetry={() => void now.refetch()} />
        ) : (
          <Skeleton height={280} />
        )}
        <div>
          <Title order={2} size="h3" mb="sm">
            {t('days.title')}
          </Title>
          <Trend />
          <DaysList onOpen={open} />
        </div>
      </Stack>
      <DayDrawer day={opened} onClose={() => open(undefined)} />
      {explaining && data?.provider && (
        <ExplainDialog difference={data.provider.difference} onClose={() => setExplaining(false)} />
      )}
    </>
  );
}
