import { useTranslation } from '../../../lib/i18n.ts';
import { headingOf } from '../../../school/pending/pending-request.ts';
import { useLeftPassages } from './orphan-list.ts';

/** Number of presses that had no answer when their page ended, where the code of their list cannot be had. */
export function OrphanCount() {
  const { t } = useTranslation('gate');
  const left = useLeftPassages();
  const { text, count } = headingOf(left);
  return <p role="alert">{t(text, { count })}</p>;
}
