import '@mantine/core/styles/Badge.css';
import { Badge, Button } from '@mantine/core';
import { getConsents } from '@mfuko/contract/fingerprints';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { lateDialog } from '../../ui/late-dialog.tsx';
import { Recent } from '../../ui/Recent.tsx';
import { useCodeOnly } from './useCodeOnly.ts';

// Lazy chunk: few users open this dialog.
const WithdrawDialog = lateDialog(() => import('./WithdrawDialog.tsx').then((it) => it.WithdrawDialog));

const RecordConsentDialog = lateDialog(() => import('./RecordConsentDialog.tsx').then((it) => it.RecordConsentDialog));

interface StudentConsentsProps {
  readonly student: { readonly sysid: string; readonly names: string; readonly status: 'active' | 'left' };
  readonly hasFinger: boolean;
}

/** Lists the guardians' consents for a student's fingers; records forms and withdraws consents. */
export function StudentConsents({ student, hasFinger }: StudentConsentsProps) {
  const { t } = useTranslation('fingerprints');
  const codeOnly = useCodeOnly();
  const [recording, setRecording] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const input = { studentSYSID: student.sysid };
  const consents = useCall(getConsents, { ...input, page: 1, pageSize: 10 });
  const toWithdraw = hasFinger || consents.data?.rows.some(({ standing }) => standing);
  return (
    <>
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
          <>
            {codeOnly && student.status === 'active' && (
              <Button variant="default" size="sm" onClick={() => setRecording(true)}>
                {t('ahead.act')}
              </Button>
            )}
            {toWithdraw && (
              <Button variant="default" size="sm" onClick={() => setWithdrawing(true)}>
                {t('withdraw.act')}
              </Button>
            )}
          </>
        }
      />
      {recording && (
        <Suspense>
          <RecordConsentDialog student={student} onClose={() => setRecording(false)} />
        </Suspense>
      )}
      {withdrawing && (
        <Suspense>
          <WithdrawDialog opened student={student} onClose={() => setWithdrawing(false)} />
        </Suspense>
      )}
    </>
  );

  /** Translates a relation that the form records; texts of other clients stay as they are. */
  function relationOf(relation: string): string {
    const known = (['mother', 'father', 'guardian', 'relative'] as const).find((each) => each === relation);
    return known ? t(`relations.${known}`) : relation;
  }
}
