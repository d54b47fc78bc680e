import { Alert, Button, Group, Text } from '@mantine/core';
import { type ClockStatus, clockStatus, decideClock } from '@mfuko/contract/clock';
import { IconClockExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import classes from './ClockBanner.module.css';
import { StateDialog } from './StateDialog.tsx';

interface BannerProps {
  readonly status: ClockStatus;
  /** Roles that may state that the clock is right, and approve it. */
  readonly staff: boolean;
}

/** Banner about a fault of the server's clock, with the remedy. */
export function ClockBanner({ status, staff }: BannerProps) {
  const { t } = useTranslation('clock');
  const [stating, setStating] = useState(false);
  const why = useWhy(status);
  const { fault, statement } = status;
  if (!fault) return null;
  // A fault that the school's own records show can be settled by a statement; the network's time and the age of the software cannot.
  const statable = staff && (fault.why === 'movement' || fault.why === 'closed-day');
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      icon={<IconClockExclamation aria-hidden />}
      title={t('title')}
      className={classes.banner}
      data-no-print
    >
      <Text size="sm">
        {t('says', { now: formatDate(status.date) })} {why}
      </Text>
      <Text size="sm">{t('do')}</Text>
      {statable && !statement && (
        <Button variant="default" mt="sm" onClick={() => setStating(true)}>
          {t('right')}
        </Button>
      )}
      {statable && statement && <Statement statement={statement} />}
      {stating && <StateDialog status={status} onClose={() => setStating(false)} />}
    </Alert>
  );
}

function Statement({ statement }: { statement: NonNullable<ClockStatus['statement']> }) {
  const { t } = useTranslation('clock');
  const { sysid, by, reason, aheadUntil, mine } = statement;
  const answer = useRecord(decideClock, {
    refresh: [clockStatus],
    onDone: ({ approved }) => showDone(t(approved ? 'approved' : 'rejected')),
    onError: showError,
  });
  return (
    <>
      <Text size="sm" mt="sm" fw={600}>
        {t('stated', { by, reason, until: formatDate(aheadUntil) })}
      </Text>
      {mine && <Text size="sm">{t('waits')}</Text>}
      <Group gap="sm" mt="sm">
        {!mine && (
          <Button loading={answer.isPending} onClick={() => answer.mutate({ sysid, approve: true })}>
            {t('approve')}
          </Button>
        )}
        <Button variant="default" disabled={answer.isPending} onClick={() => answer.mutate({ sysid, approve: false })}>
          {t(mine ? 'withdraw' : 'reject')}
        </Button>
      </Group>
    </>
  );
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the text that names the reference from which the clock differs. */
function useWhy({ fault }: ClockStatus): string {
  const { t } = useTranslation('clock');
  if (!fault) return '';
  const seconds = Math.abs(fault.offsetSeconds ?? 0);
  const much =
    seconds >= 2 * DAY
      ? t('days', { count: Math.round(seconds / DAY) })
      : seconds >= 2 * HOUR
        ? t('hours', { count: Math.round(seconds / HOUR) })
        : t('minutes', { count: Math.round(seconds / MINUTE) });
  return t(`why.${fault.why}`, {
    than: formatDate(fault.than),
    distance: t((fault.offsetSeconds ?? 0) > 0 ? 'ahead' : 'behind', { much }),
  });
}
