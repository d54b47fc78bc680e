import type { StudentDetails, StudentRow } from '@mfuko/contract/students';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';
import classes from './states.module.css';

export function FingerprintState({ has }: { has: boolean }) {
  const { t } = useTranslation('students');
  if (!has)
    return (
      <Tag color="yellow" icon={<span className={classes.noFinger} />}>
        {t('finger.hasNot')}
      </Tag>
    );
  return <span className={classes.finger}>{t('finger.has')}</span>;
}

export function StudentStatus({ status }: { status: StudentRow['status'] }) {
  const { t } = useTranslation('students');
  if (status === 'active') return t('status.active');
  return <Tag color="gray">{t(`status.${status}`)}</Tag>;
}

/** Whereabouts: where the books of the gate and the bus say that a student is now. */
export function Whereabouts({ student: { gate, bus } }: { student: Pick<StudentDetails, 'gate' | 'bus'> }) {
  const { t } = useTranslation('students');
  if (bus?.state === 'on') return t('page.aboard', { plate: bus.busNumberPlate, since: formatDate(bus.since) });
  if (!gate) return t('page.never');
  return gate.state === 'in'
    ? t('page.inside', { since: formatDate(gate.since) })
    : t('page.outside', { since: formatDate(gate.since) });
}
