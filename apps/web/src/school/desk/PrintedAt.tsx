import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { latePart } from '../../lib/late-part.ts';
import './desk-paper.css';
import { useOnline } from './useDevice.ts';

const DeskPaperHead = latePart(() => import('./DeskPaperHead.tsx').then((all) => all.DeskPaperHead));

/** On paper alone: whose list it is, and the moment of the print, since a list of children is worth as much as it is fresh. */
export function PrintedAt() {
  const { t } = useTranslation('desk');
  const [now, setNow] = useState(Date.now);
  const online = useOnline();
  useEffect(() => {
    // The browser draws the paper as soon as this has returned.
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
