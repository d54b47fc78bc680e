import type { StudentRow } from '@mfuko/contract/students';
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
