import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type BookDay, bookDayOne } from '@mfuko/contract/books';
import { IconCalendarOff, IconPrinter } from '@tabler/icons-react';
import { formatCount, formatDay } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { usePrint } from '../../ui/paper/usePrint.tsx';
import { When } from '../../ui/When.tsx';
import { AmendDay } from './AmendDay.tsx';
import { Amendments } from './Amendments.tsx';
import classes from './Books.module.css';
import { DaySheet } from './DaySheet.tsx';
import { DayTables } from './DayTables.tsx';
import { Findings } from './Findings.tsx';

/** One closed day, by the day in the address. */
export function DayDrawer({ day, onClose }: { day: string | undefined; onClose: () => void }) {
  const { t } = useTranslation(['books', 'school', 'wallet']);
  const asked = day !== undefined;
  const found = useCall(bookDayOne, { day: day ?? '' }, { enabled: asked });
  const missing = found.error instanceof CallError && [400, 404].includes(found.error.status ?? 0);
  return (
    <DetailDrawer title={t('day.title', { day: formatDay(day ?? '') })} opened={asked} onClose={onClose}>
      {found.data ? (
        <Day day={found.data} />
      ) : missing ? (
        <Notice Icon={IconCalendarOff} title={t('day.missing')} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </DetailDrawer>
  );
}

function Day({ day }: { day: BookDay }) {
  const { t } = useTranslation('books');
  const { print, paper } = usePrint('sheet', <DaySheet day={day} />);
  return (
    <Stack gap="lg">
      {paper}
      <Facts
        facts={[
          [t('days.state'), t(`states.${day.state}`)],
          [t('days.closed'), <When key="closed" moment={day.dateClosed} />],
          [t('days.movements'), formatCount(day.movements)],
          [t('owed'), <Money key="owed" value={day.owed} />],
          [t('held'), <Money key="held" value={day.held} />],
          [t('difference'), <Money key="difference" value={day.difference} fw={700} />],
          [
            t('days.atProvider'),
            day.providerDifference === null ? (
              t('day.notHeard')
            ) : (
              <Money key="provider" value={day.providerDifference} />
            ),
          ],
        ]}
      />
      {day.findings.length > 0 && <Findings findings={day.findings} title={false} />}
      <AmendDay day={day} />
      {day.amendments.length > 0 && <Amendments amendments={day.amendments} />}
      <DayTables day={day} />
      <section aria-labelledby="day-seal">
        <Title order={3} size="h4" id="day-seal">
          {t('day.seal')}
        </Title>
        <Text size="sm" className={classes.seal}>
          {day.seal}
        </Text>
        <Text size="sm" c="dimmed" className={classes.seal}>
          {t('day.before')} {day.before ?? t('day.first')}
        </Text>
      </section>
      <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={print}>
        {t('print')}
      </Button>
    </Stack>
  );
}
