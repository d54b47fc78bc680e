import { useTranslation } from '../../../lib/i18n.ts';
import { headingOf } from '../../../school/pending/pending-request.ts';
import { useLeftPassages } from './orphan-list.ts';

/** Number of presses without an answer when their page ended; shown where the list's own chunk cannot be loaded. */
export function OrphanCount() {
  const { t } = useTranslation('gate');
  const left = useLeftPassages();
  const { text, count } = headingOf(left);
  return <p role="alert">{t(text, { count })}</p>;
}
