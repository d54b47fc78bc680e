import '@mantine/core/styles/Divider.css';
import { Button, Divider } from '@mantine/core';
import { getReplacedImpressions, putImpressionBack } from '@mfuko/contract/fingerprint-renewal';
import { getFingerprints } from '@mfuko/contract/fingerprints';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { Recent } from '../../ui/Recent.tsx';

const MAX_SHOWN = 10;

/** Lists the impressions that newer ones have replaced and restores them; renders nothing where there are none. */
export function ReplacedImpressions({ studentSYSID }: { studentSYSID: string }) {
  const { t } = useTranslation('fingerprints');
  const [asked, ask] = useState<{ readonly sysid: string; readonly impressions: number } | null>(null);
  const input = { studentSYSID, page: 1, pageSize: MAX_SHOWN };
  const replaced = useCall(getReplacedImpressions, input);
  const putBack = useSureRecord(putImpressionBack, {
    refresh: [getFingerprints, getReplacedImpressions],
    onDone: () => showDone(t('replaced.done')),
    onError: showError,
  });
  if (!replaced.data?.rows.length) return null;
  return (
    <>
      <Divider my="md" />
      <Recent
        title={t('replaced.title')}
        endpoint={getReplacedImpressions}
        input={{ studentSYSID }}
        most={MAX_SHOWN}
        rowId={(row) => row.sysid}
        line={(row) => ({
          what: t(`fingers.${row.finger}`),
          moment: row.date,
          detail: [
            row.impressions > 1 && t('of.impressions', { count: row.impressions }),
            row.replacedBy,
            t('replaced.until', { day: formatDate(row.until) }),
          ]
            .filter(Boolean)
            .join(' · '),
          end: (
            <Button
              variant="default"
              size="sm"
              onClick={() => ask(row)}
              loading={putBack.isPending && putBack.variables.sysid === row.sysid}
              disabled={putBack.isPending}
            >
              {t('replaced.act')}
            </Button>
          ),
        })}
        empty=""
      />
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => ask(null)}
        question={t('replaced.question')}
        consequence={t((asked?.impressions ?? 1) > 1 ? 'replaced.consequenceOfAll' : 'replaced.consequence')}
        act={t('replaced.act')}
        onConfirm={() => asked !== null && putBack.mutate({ sysid: asked.sysid })}
      />
    </>
  );
}
