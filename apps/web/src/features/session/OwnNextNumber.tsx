import { getNextNumber, refuseNumber } from '@mfuko/contract/profile';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { NextNumberNotice } from '../../school/NextNumberNotice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';

/** Warns the owner of a number that somebody else has set, while the change can still be rejected. */
export function OwnNextNumber() {
  const { t } = useTranslation('ui');
  const found = useCall(getNextNumber, {}, { staleTime: 0 });
  const refuse = useSureRecord(refuseNumber, {
    refresh: [getNextNumber],
    onDone: () => showDone(t('nextNumber.refused')),
    onError: showError,
  });
  const next = found.data?.next;
  return next && <NextNumberNotice next={next} busy={refuse.isPending} onRefuse={() => refuse.mutate({})} />;
}
