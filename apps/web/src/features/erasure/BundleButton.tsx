import { Button } from '@mantine/core';
import { getBundle } from '@mfuko/contract/erasure';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { i18n, useTranslation } from '../../lib/i18n.ts';
import { fetchFile } from '../../lib/request.ts';
import { save } from '../../ui/list-export.ts';
import { showDone, showError } from '../../ui/notify.tsx';

/** Downloads all data about a student, for the family. The file name holds no personal name, since the computer may be shared. */
export function BundleButton({ sysid }: { readonly sysid: string }) {
  const { t } = useTranslation('erasure');
  const [busy, setBusy] = useState(false);
  async function fetchBundle() {
    setBusy(true);
    try {
      save(await fetchFile(getBundle, { sysid, language: i18n.language }), `bundle-${sysid}.zip`);
      showDone(t('bundleDone'));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      size="sm"
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void fetchBundle()}
    >
      {t('bundle')}
    </Button>
  );
}
