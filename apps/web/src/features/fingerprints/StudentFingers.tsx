import '@mantine/core/styles/Divider.css';
import { Button, Divider } from '@mantine/core';
import { getFingerprints } from '@mfuko/contract/fingerprints';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { lateDialog } from '../../ui/late-dialog.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Recent } from '../../ui/Recent.tsx';
import { ReplacedImpressions } from './ReplacedImpressions.tsx';
import { StudentConsents } from './StudentConsents.tsx';

// Lazy chunk: few users open these dialogs.
const ReenrolDialog = lateDialog(() => import('./ReenrolDialog.tsx').then((it) => it.ReenrolDialog));
const RenewDialog = lateDialog(() => import('./RenewDialog.tsx').then((it) => it.RenewDialog));

interface StudentFingersProps {
  readonly student: {
    readonly sysid: string;
    readonly admissionNumber: string;
    readonly names: string;
    readonly status: 'active' | 'left';
    readonly hasPin?: boolean;
  };
}

/** Lists a student's enrolled fingers with the consents, and offers to withdraw them. */
export function StudentFingers({ student }: StudentFingersProps) {
  const { t } = useTranslation('fingerprints');
  const [renewing, setRenewing] = useState(false);
  const [anew, setAnew] = useState(false);
  const input = { studentSYSID: student.sysid };
  const fingers = useCall(getFingerprints, { ...input, page: 1, pageSize: 10 });
  const some = (fingers.data?.total ?? 0) > 0;
  return (
    <>
      <Recent
        title={t('of.title')}
        endpoint={getFingerprints}
        input={input}
        most={10}
        rowId={(row) => row.finger}
        line={(row) => ({
          what: t(`fingers.${row.finger}`),
          moment: row.dateEnrolled,
          detail: row.enrolledBy,
          end: t('of.impressions', { count: row.impressions }),
        })}
        empty={t('of.empty')}
        actions={
          student.status === 'active' && (
            <>
              {some && student.hasPin !== false && (
                <Button variant="default" size="sm" onClick={() => setRenewing(true)}>
                  {t('renew.open')}
                </Button>
              )}
              {some && (
                <Button variant="default" size="sm" onClick={() => setAnew(true)}>
                  {t('anew.open')}
                </Button>
              )}
              <LinkButton
                to="/app/student.add.fingerprint"
                search={{ admissionNumber: student.admissionNumber }}
                variant="default"
                size="sm"
              >
                {t('scan.title')}
              </LinkButton>
            </>
          )
        }
      />
      <ReplacedImpressions studentSYSID={student.sysid} />
      <Divider my="md" />
      <StudentConsents student={student} hasFinger={some} />
      {renewing && (
        <Suspense>
          <RenewDialog student={student} onClose={() => setRenewing(false)} />
        </Suspense>
      )}
      {anew && (
        <Suspense>
          <ReenrolDialog student={student} onClose={() => setAnew(false)} />
        </Suspense>
      )}
    </>
  );
}
