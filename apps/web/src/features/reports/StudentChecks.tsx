import { getChecks } from '@mfuko/contract/reports';
import { useTranslation } from '../../lib/i18n.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Recent } from '../../ui/Recent.tsx';
import { CheckBadge } from './ChecksTable.tsx';

/** Last check-ins and check-outs of one student. */
export function StudentChecks({ admissionNumber }: { admissionNumber: string }) {
  const { t } = useTranslation('reports');
  return (
    <Recent
      title={t('of.title')}
      endpoint={getChecks}
      input={{ admissionNumber }}
      rowId={(row) => row.date}
      line={(row) => ({
        what: <CheckBadge isIn={row.checkTypeSYSID === 1} />,
        moment: row.date,
        detail: row.checkedBy,
      })}
      empty={t('of.empty')}
      actions={
        <LinkButton to="/app/school.dash" search={{ search: admissionNumber }} variant="subtle" size="sm">
          {t('of.all')}
        </LinkButton>
      }
    />
  );
}
