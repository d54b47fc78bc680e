import { Text } from '@mantine/core';
import { getCustody } from '@mfuko/contract/custody';
import { formatDate } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { useCall } from '../lib/queries.ts';
import { useSignedIn } from '../lib/session.ts';

/** Returns a line with the custody of a student, from gate, bus and release together; null until it is known, and for an agent. */
export function useCustody(admissionNumber: string): string | null {
  const { t } = useTranslation('school');
  const enabled = useSignedIn().role !== 'CheckAgent' && admissionNumber !== '';
  const { data } = useCall(getCustody, { admissionNumber }, { staleTime: 0, enabled });
  if (data?.admissionNumber !== admissionNumber) return null;
  const { place, busNumberPlate: plate, collector, awaited } = data;
  if (data.since === null) return t('custody.never');
  const since = formatDate(data.since);
  if (place === 'bus') return t('custody.bus', { plate, since });
  if (place === 'collector') return t('custody.collector', { collector, since });
  if (place === 'on-campus') return t('custody.on-campus', { since });
  if (awaited) return t('custody.awaited', { plate, since });
  return plate === null ? t('custody.off-campus', { since }) : t('custody.dropped', { plate, since });
}

/** Shows a student's custody as a line of text. */
export function CustodyLine({ admissionNumber }: { admissionNumber: string }) {
  const custody = useCustody(admissionNumber);
  return (
    <Text size="sm" c="dimmed" mih={22}>
      {custody}
    </Text>
  );
}
