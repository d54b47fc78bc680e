import { Button } from '@mantine/core';
import { type ImportKind, markSheet } from '@mfuko/contract/imports';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { fetchFile } from '../../lib/request.ts';
import { save } from '../../ui/list-export.ts';
import { showError } from '../../ui/notify.tsx';
import { saidOf } from './corrections.ts';
import type { OpenedList } from './opened-list.ts';

interface FaultyRowsButtonProps {
  readonly kind: ImportKind;
  readonly list: OpenedList;
  readonly onlyWrong: boolean;
}

/** Downloads the faulty rows of the file with a note beside each fault, for correction in a spreadsheet. */
export function FaultyRowsButton({ kind, list, onlyWrong }: FaultyRowsButtonProps) {
  const { t } = useTranslation('imports');
  async function download() {
    const { file, createClasses, channel } = list;
    const input = { Sheet: file, kind, channel, createClasses, onlyWrong, ...saidOf(list) };
    try {
      const name = file.name.replace(/\.[^.]*$/, '');
      save(await fetchFile(markSheet, input), `${t('check.mendName', { name })}.xlsx`);
    } catch (error) {
      showError(error);
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void download()}>
      {t('check.mend')}
    </Button>
  );
}
