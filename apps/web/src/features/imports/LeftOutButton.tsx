import { Button } from '@mantine/core';
import { getLeftOutRows } from '@mfuko/contract/imports';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { fetchFile } from '../../lib/request.ts';
import { save } from '../../ui/list-export.ts';
import { showError } from '../../ui/notify.tsx';

interface LeftOutButtonProps {
  readonly sysid: string;
  readonly fileName: string;
  readonly inList?: boolean;
}

/** Downloads the rows that an import left out, with their faults. */
export function LeftOutButton({ sysid, fileName, inList = false }: LeftOutButtonProps) {
  const { t } = useTranslation('imports');
  async function fetchRows() {
    try {
      const name = fileName.replace(/\.[^.]*$/, '');
      save(await fetchFile(getLeftOutRows, { batchSYSID: sysid }), `${t('check.mendName', { name })}.xlsx`);
    } catch (error) {
      showError(error);
    }
  }
  return (
    <Button
      variant={inList ? 'subtle' : 'default'}
      size={inList ? 'compact-md' : undefined}
      leftSection={<IconDownload size={18} aria-hidden />}
      aria-label={inList ? t('list.leftOutNamed', { name: fileName }) : undefined}
      onClick={() => void fetchRows()}
    >
      {t('list.leftOutAct')}
    </Button>
  );
}
