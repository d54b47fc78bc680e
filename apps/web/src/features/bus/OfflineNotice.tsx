import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudUpload } from '@tabler/icons-react';
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
const RideNews = latePart(() => import('./RideNews.tsx').then((all) => all.RideNews));

/**
 * Tells whether there is a network, how many wait on this device, and what became of those who waited. Always in sight.
 */
export function OfflineNotice() {
  const { t } = useTranslation('bus');
  const { waiting, down, ready, heard } = useOutbox();
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
        <RideNews heard={heard} onRead={forgetNews} />
      </div>
    </>
  );
}
