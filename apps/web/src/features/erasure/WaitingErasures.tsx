import { Alert } from '@mantine/core';
import { getErasures } from '@mfuko/contract/erasure';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n.ts';
import { useList } from '../../lib/queries.ts';
import classes from './Erasure.module.css';

/** Lists the students whose erasure awaits a second person, with links to their pages. Renders nothing where none is pending. */
export function WaitingErasures() {
  const { t } = useTranslation('erasure');
  const rows = useList(getErasures, {}, { staleTime: 0 }).data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Alert variant="light" mb="md" icon={<IconInfoCircle aria-hidden />} title={t('list')}>
      <ul className={classes.rows}>
        {rows.map(({ sysid, names, admissionNumber, className }) => (
          <li key={sysid}>
            <Link className={classes.way} to="/app/student.details" search={{ admissionNumber }}>
              {t('row', { names, admissionNumber, className })}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
