import { useEffect } from 'react';
import { i18n, useTranslation } from '../../../lib/i18n.ts';
import { latePart } from '../../../lib/late-part.ts';
import { pendingPassages } from '../orphaned/attempts.ts';
import { OrphanCount } from '../orphaned/OrphanCount.tsx';
import { tones } from '../sounds.ts';

// Prefetched after the gate has rendered, so that the page's first load stays small.
export const GateDialog = latePart(async () => {
  // Waits for the dialog's texts too: a dialog that fetched them itself would open late, and without them it would show keys instead of a
  // question.
  const [all] = await Promise.all([import('../GateDialog.tsx'), i18n.loadNamespaces('collectors')]);
  if (!i18n.exists('collectors', 'gate.title')) throw new Error('The texts of who collects did not come.');
  return all.GateDialog;
});
export const OrphanedPassages = latePart(
  () => import('../orphaned/OrphanedPassages.tsx').then((all) => all.OrphanedPassages),
  OrphanCount,
);
export const StorageNote = latePart(
  () => import('../../../school/desk/StorageNote.tsx').then((all) => all.StorageNote),
  StorageWords,
);
const later = () => import('../later.css');

/** Fetches what the gate needs later, once it has rendered. */
export function usePrefetch(): void {
  useEffect(() => {
    GateDialog.ahead();
    OrphanedPassages.ahead();
    StorageNote.ahead();
    for (const load of [later, tones]) {
      // A failed prefetch is ignored: the chunk is fetched again when it is used.
      load().catch(() => undefined);
    }
    // A failed preparation is ignored: the first press prepares the store again.
    pendingPassages()
      .then(({ passages }) => passages.prepare())
      .catch(() => undefined);
  }, []);
}

/** Text of the storage note, shown where the note's own chunk cannot be loaded. */
function StorageWords() {
  const { t } = useTranslation('school');
  return (
    <p role="alert">
      {t('storage.title')} {t('storage.text')}
    </p>
  );
}
