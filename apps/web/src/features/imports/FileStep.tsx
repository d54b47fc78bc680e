import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { ImportKind } from '@mfuko/contract/imports';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { fetchFile } from '../../lib/request.ts';
import { FilePicker } from '../../ui/FilePicker.tsx';
import { save } from '../../ui/list-export.ts';
import { showError, showNotice } from '../../ui/notify.tsx';
import { KINDS } from './kinds.ts';

interface FileStepProps {
  readonly kind: ImportKind;
  readonly onFile: (file: File) => Promise<void>;
  /** Fields to fill in before the file is picked. */
  readonly options?: ReactNode;
}

/** Picks the file, or downloads the template. */
export function FileStep({ kind, onFile, options }: FileStepProps) {
  const { t } = useTranslation('imports');
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  async function fetchTemplate() {
    try {
      save(await fetchFile(KINDS[kind].template, {}), `${t(`kinds.${kind}.templateName`)}.xlsx`);
    } catch (error) {
      showError(error);
    }
  }
  async function upload() {
    if (!file) return showNotice(t('missing.title'), t('missing.document'));
    setBusy(true);
    await onFile(file);
    setBusy(false);
  }
  return (
    <Stack gap="md" maw={640}>
      <Text size="sm">{t(`kinds.${kind}.hint`)}</Text>
      <Anchor component="button" type="button" size="sm" onClick={() => void fetchTemplate()} w="fit-content">
        <Group gap={6} component="span">
          <IconDownload size={18} aria-hidden />
          {t(`kinds.${kind}.template`)}
        </Group>
      </Anchor>
      {options}
      <FilePicker label={t(`kinds.${kind}.file`)} accept=".xlsx,.csv" file={file} onPick={setFile} />
      <Group justify="flex-end">
        <Button onClick={() => void upload()} loading={busy}>
          {t('upload')}
        </Button>
      </Group>
    </Stack>
  );
}
