import type { StudentDetails } from '@mfuko/contract/students';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCustody } from '../../school/CustodyLine.tsx';

/** Whereabouts of a student: who has custody by gate, bus and release together; until known, the separate records of gate and bus. */
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
