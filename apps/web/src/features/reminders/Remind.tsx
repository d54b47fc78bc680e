import { Button } from '@mantine/core';
import { IconMessageDollar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { lateDialog } from '../../ui/late-dialog.tsx';

const RemindDialog = lateDialog(
  async () => (await import('./RemindDialog.tsx')).RemindDialog,
  () => true,
);

interface RemindProps {
  readonly rows: readonly { readonly sysid: string }[];
  /** KES below which the list was filtered, if it was. */
  readonly below?: string | undefined;
  /** Called after the reminder was sent, to clear the selection. */
  readonly done?: () => void;
}

/** Reminds the guardians of the selected students that pocket money is low. */
export function Remind({ rows, below, done }: RemindProps) {
  const { t } = useTranslation('reminders');
  const [opened, open] = useState(false);
  return (
    <>
      <Button leftSection={<IconMessageDollar size={18} aria-hidden />} onClick={() => open(true)}>
        {t('act')}
      </Button>
      {opened && <RemindDialog opened rows={rows} below={below} onClose={() => open(false)} done={done} />}
    </>
  );
}
