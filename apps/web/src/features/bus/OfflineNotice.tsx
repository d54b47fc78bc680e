import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import type { OfflineOutcome } from '@mfuko/contract/offline';
import { IconCloudUpload } from '@tabler/icons-react';
import { Suspense } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { latePart } from '../../lib/late-part.ts';
import { useSession } from '../../lib/session.ts';
import { useOrphanedRides } from './orphaned/pending-rides.ts';
import { useOutbox } from './outbox.ts';

// Lazy chunk with its own texts: seldom needed.
const OrphanedRidesNotice = latePart(() =>
  import('./orphaned/OrphanedRidesNotice.tsx').then((all) => all.OrphanedRidesNotice),
);
const RideNews = latePart(() => import('./RideNews.tsx').then((all) => all.RideNews), RideNewsCount);

/** Shows if the device is online, how many events wait on it, and the outcomes of sent events. Always visible. */
export function OfflineNotice() {
  const { t } = useTranslation('bus');
  const { waiting, down, ready, news, read } = useOutbox();
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
        <RideNews outcomes={news} onRead={read} />
      </div>
    </>
  );
}

/** Number of such rides, shown where the list's chunk cannot be loaded. */
function RideNewsCount({ outcomes }: { outcomes: readonly OfflineOutcome[] }) {
  const { t } = useTranslation('bus');
  if (outcomes.length === 0) return null;
  return <Alert mb="md" color="red" variant="light" title={t('offline.news', { count: outcomes.length })} />;
}
