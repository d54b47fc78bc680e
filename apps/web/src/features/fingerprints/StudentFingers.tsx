import '@mantine/core/styles/Badge.css';
import '@mantine/core/styles/Divider.css';
import { Badge, Button, Divider } from '@mantine/core';
import { getConsents, getFingerprints } from '@mfuko/contract/fingerprints';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Recent } from '../../ui/Recent.tsx';
import { ReplacedImpressions } from './ReplacedImpressions.tsx';

// Asked for by few of those who look at a student.
const WithdrawDialog = lazy(() =>
  import('./WithdrawDialog.tsx').then(({ WithdrawDialog }) => ({ default: WithdrawDialog })),
);

const EnrolAnewDialog = lazy(() =>
  import('./EnrolAnewDialog.tsx').then(({ EnrolAnewDialog }) => ({ default: EnrolAnewDialog })),
);
const RenewDialog = lazy(() => import('./RenewDialog.tsx').then(({ RenewDialog }) => ({ default: RenewDialog })));

interface StudentFingersProps {
  readonly student: {
    readonly sysid: string;
    readonly admissionNumber: string;
    readonly names: string;
    readonly status: 'active' | 'left';
    readonly hasPin?: boolean;
  };
}

/** Which fingers of a student are enrolled, who gave leave for it, and the way to take that back. */
export function StudentFingers({ student }: StudentFingersProps) {
  const { t } = useTranslation('fingerprints');
  const [withdrawing, setWithdrawing] = useState(false);
  const [renewing, setRenewing] = useState(false);
  const [anew, setAnew] = useState(false);
  const input = { studentSYSID: student.sysid };
  const fingers = useCall(getFingerprints, { ...input, page: 1, pageSize: 10 });
  const consents = useCall(getConsents, { ...input, page: 1, pageSize: 10 });
  const some = (fingers.data?.total ?? 0) > 0;
  const toWithdraw = some || consents.data?.rows.some(({ standing }) => standing);
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
      <Recent
        title={t('of.consents')}
        endpoint={getConsents}
        input={input}
        most={10}
        rowId={(row) => row.sysid}
        line={(row) => ({
          what: t(`of.${row.kind}`, { by: row.by, relation: relationOf(row.relation) }),
          moment: row.date,
          detail: [row.method && t(`methods.${row.method}`), row.recordedBy].filter(Boolean).join(' · '),
          end: row.standing ? (
            <Badge color="green" variant="light" tt="none" size="lg" miw="max-content">
              {t('of.standing')}
            </Badge>
          ) : undefined,
        })}
        empty={t('of.noConsents')}
        actions={
          toWithdraw && (
            <Button variant="default" size="sm" onClick={() => setWithdrawing(true)}>
              {t('withdraw.act')}
            </Button>
          )
        }
      />
      {renewing && (
        <Suspense>
          <RenewDialog student={student} onClose={() => setRenewing(false)} />
        </Suspense>
      )}
      {anew && (
        <Suspense>
          <EnrolAnewDialog student={student} onClose={() => setAnew(false)} />
        </Suspense>
      )}
      {withdrawing && (
        <Suspense>
          <WithdrawDialog opened student={student} onClose={() => setWithdrawing(false)} />
        </Suspense>
      )}
    </>
  );

  /** As the form records it; another client may have put it in other words. */
  function relationOf(relation: string): string {
    const known = (['mother', 'father', 'guardian', 'relative'] as const).find((each) => each === relation);
    return known ? t(`relations.${known}`) : relation;
  }
}
