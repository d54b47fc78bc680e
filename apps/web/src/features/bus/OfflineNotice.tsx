import '@mantine/core/styles/List.css';
import { Alert, Button, List, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import type { OfflineOutcome } from '@mfuko/contract/offline';
import { IconCloudUpload, IconShieldQuestion } from '@tabler/icons-react';
import { Suspense } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { latePart } from '../../lib/late-part.ts';
import { useSession } from '../../lib/session.ts';
import { useOrphanedRides } from './orphaned/pending-rides.ts';
import { forgetNews, useOutbox } from './outbox.ts';

// Seldom needed, and with texts of its own.
const OrphanedRidesNotice = latePart(() =>
  import('./orphaned/OrphanedRidesNotice.tsx').then((all) => all.OrphanedRidesNotice),
);

/**
 * Tells whether there is a network, how many wait on this device, and what became of those who waited. Always in sight.
 */
export function OfflineNotice() {
  const { t } = useTranslation('bus');
  const { waiting, down, ready, news } = useOutbox();
  const { online } = useNetwork();
  const away = down || !online;
  const isLeft = useOrphanedRides(useSession()?.userName).length > 0;
  return (
    <>
      <div role="status">
        {(away || waiting > 0) && (
          <Alert
            mb="md"
            color="yellow"
            variant="light"
            icon={<IconCloudUpload aria-hidden />}
            title={t(away ? 'offline.away' : 'offline.sending', { count: waiting, shown: formatCount(waiting) })}
          >
            {t(ready ? 'offline.keeps' : 'offline.cannot')}
          </Alert>
        )}
      </div>
      <Suspense>{isLeft && <OrphanedRidesNotice />}</Suspense>
      <div role="alert">
        {news.length > 0 && (
          <Alert
            mb="md"
            color="red"
            variant="light"
            icon={<IconShieldQuestion aria-hidden />}
            title={t('offline.news', { count: news.length })}
          >
            <List size="sm" mb="sm">
              {news.map((outcome) => (
                <News key={outcome.key} outcome={outcome} />
              ))}
            </List>
            <Button variant="default" onClick={forgetNews}>
              {t('offline.read')}
            </Button>
          </Alert>
        )}
      </div>
    </>
  );
}

function News({ outcome }: { outcome: OfflineOutcome }) {
  const { t } = useTranslation('bus');
  const { admissionNumber, studentName, kind, status, problem } = outcome;
  const known = [
    'bus.not-found',
    'bus.already-aboard',
    'bus.not-aboard',
    'student.not-found',
    'bus.trip-closed',
  ] as const;
  const why = known.find((each) => each === problem);
  return (
    <List.Item>
      <Text span fw={600}>
        {admissionNumber} {studentName}
      </Text>{' '}
      {t(`offline.${kind ?? 'on'}`)} · {t(status === 'refused' ? 'offline.refused' : 'offline.recorded')} ·{' '}
      {t(why ? `offline.why.${why.replace('.', '-') as 'bus-not-found'}` : 'offline.why.proof')}
    </List.Item>
  );
}
