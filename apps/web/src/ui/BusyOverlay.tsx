import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useBusyCount } from '../lib/busy.ts';
import { useTranslation } from '../lib/i18n.ts';
import classes from './BusyOverlay.module.css';

const SHOWN_AFTER_MS = 300;

/** Covers the page while something is being recorded, after a delay, so that a fast call never shows it. */
export function BusyOverlay() {
  const { t } = useTranslation('ui');
  const busy = useBusyCount() > 0;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return setSlow(false);
    const timer = setTimeout(setSlow, SHOWN_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, [busy]);
  return (
    <div className={classes.overlay} data-shown={slow || undefined} role="status">
      {slow && <Loader size="lg" aria-hidden />}
      {slow && <span className={classes.text}>{t('loading')}</span>}
    </div>
  );
}
