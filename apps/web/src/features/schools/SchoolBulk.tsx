import { Button } from '@mantine/core';
import { restoreSchool, type SchoolRow, updateSchool } from '@mfuko/contract/schools';
import { IconArrowBackUp, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useBulk } from '../../school/attempts/useBulk.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { SCHOOL_READS } from './refreshed.ts';

/** School bulk: what can be done to many schools at once. */
export function SchoolBulk({ rows, done }: { rows: readonly SchoolRow[]; done: (left: readonly SchoolRow[]) => void }) {
  const { t } = useTranslation('schools');
  const [asked, setAsked] = useState(false);
  const standing = useBulk(updateSchool, { refresh: SCHOOL_READS });
  const restoring = useBulk(restoreSchool, { refresh: SCHOOL_READS });
  const name = (row: SchoolRow) => row.officialName;
  const deleted = rows.filter(({ status }) => status === 'deleted');
  const active = rows.filter(({ status }) => status === 'active');
  const suspended = rows.filter(({ status, isMoving }) => status === 'suspended' && !isMoving);

  const resume = (which: readonly SchoolRow[]) =>
    standing.run(which, ({ sysid }) => ({ sysid, status: 'active' }), {
      name,
      done: (count) => t('bulk.resumed', { count }),
    });
  const suspend = () =>
    standing.run(active, ({ sysid }) => ({ sysid, status: 'suspended' }), {
      name,
      done: (count) => t('bulk.suspended', { count }),
      undo: (which) => void resume(which),
    });
  const restore = () =>
    restoring.run(deleted, ({ sysid }) => ({ sysid }), { name, done: (count) => t('bulk.restored', { count }) });

  return (
    <>
      {active.length > 0 && (
        <Button
          size="sm"
          color="red"
          variant="light"
          loading={standing.busy}
          leftSection={<IconPlayerPause size={18} aria-hidden />}
          onClick={() => setAsked(true)}
        >
          {t('acts.suspend')}
        </Button>
      )}
      {suspended.length > 0 && (
        <Button
          size="sm"
          variant="light"
          loading={standing.busy}
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          onClick={() => void resume(suspended).then(done)}
        >
          {t('acts.resume')}
        </Button>
      )}
      {deleted.length > 0 && (
        <Button
          size="sm"
          variant="light"
          loading={restoring.busy}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={() => void restore().then(done)}
        >
          {t('acts.restore')}
        </Button>
      )}
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        question={t('bulk.suspendQuestion', { count: active.length })}
        consequence={t('acts.suspendConsequence')}
        act={t('acts.suspend')}
        onConfirm={() => void suspend().then(done)}
      />
    </>
  );
}
