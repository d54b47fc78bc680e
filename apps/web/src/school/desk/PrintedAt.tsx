import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { latePart } from '../../lib/late-part.ts';
import './desk-paper.css';
import { useOnline } from './useDevice.ts';

const DeskPaperHead = latePart(() => import('./DeskPaperHead.tsx').then((all) => all.DeskPaperHead));

/** Paper only: the school and the time of the print, because a list of children is only as good as it is recent. */
export function PrintedAt() {
  const { t } = useTranslation('desk');
  const [now, setNow] = useState(Date.now);
  const online = useOnline();
  useEffect(() => {
    // Flushes, because the browser renders the paper as soon as this handler returns.
    const look = () => flushSync(() => setNow(Date.now()));
    window.addEventListener('beforeprint', look);
    return () => window.removeEventListener('beforeprint', look);
  }, []);
  return (
    <>
      <DeskPaperHead online={online} />
      <p className="printedAt">{t('bar.printed', { at: formatDate(now) })}</p>
    </>
  );
}
