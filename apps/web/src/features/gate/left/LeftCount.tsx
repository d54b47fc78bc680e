import { useTranslation } from '../../../lib/i18n.ts';
import { useOfSchool } from '../../../lib/school.ts';
import { headingOf } from '../../../school/presses/press.ts';
import { leftPassages } from './left-list.ts';

/** Number of presses that had no answer when their page ended, where the code of their list cannot be had. */
export function LeftCount() {
  const { t } = useTranslation('gate');
  const left = useOfSchool(leftPassages.use());
  const { text, count } = headingOf(left);
  return <p role="alert">{t(text, { count })}</p>;
}
