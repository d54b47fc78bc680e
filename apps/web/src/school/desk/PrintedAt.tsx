import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import './desk-paper.css';

/** Moment of the print, on paper alone: a list of children is worth as much as it is fresh. */
export function PrintedAt() {
  const { t } = useTranslation('desk');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    // The browser draws the paper as soon as this has returned.
    const look = () => flushSync(() => setNow(Date.now()));
    window.addEventListener('beforeprint', look);
    return () => window.removeEventListener('beforeprint', look);
  }, []);
  return <p className="printedAt">{t('bar.printed', { at: formatDate(now) })}</p>;
}
