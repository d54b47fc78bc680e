import type { StudentDetails, StudentRow } from '@mfuko/contract/students';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCustody } from '../../school/CustodyLine.tsx';
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

/** Whereabouts: who has a student now, by gate, bus and release together; until that is known, what the books of gate and bus say. */
export function Whereabouts({ student }: { student: Pick<StudentDetails, 'admissionNumber' | 'gate' | 'bus'> }) {
  const { t } = useTranslation('students');
  const custody = useCustody(student.admissionNumber);
  const { gate, bus } = student;
  if (custody !== null) return custody;
  if (bus?.state === 'on') return t('page.aboard', { plate: bus.busNumberPlate, since: formatDate(bus.since) });
  if (!gate) return t('page.never');
  return gate.state === 'in'
    ? t('page.inside', { since: formatDate(gate.since) })
    : t('page.outside', { since: formatDate(gate.since) });
}
