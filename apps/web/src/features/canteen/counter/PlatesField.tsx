import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';

type Part = ComponentType<{ readonly names: boolean }>;

/** Forecast of plates for today and tomorrow, for the time before the queue comes: a lazy chunk that loads on request. */
export function PlatesField() {
  const { t } = useTranslation('canteen');
  const [open, setOpen] = useState(false);
  const [Plates, setPlates] = useState<Part | null>(null);
  const [failed, setFailed] = useState(false);
  async function toggle() {
    setOpen(!open);
    setFailed(false);
    if (open || Plates) return;
    try {
      const part = await import('../Plates.tsx');
      setPlates(() => part.Plates);
    } catch {
      // Offline the chunk cannot be fetched; the menu still works.
      setFailed(true);
    }
  }
  return (
    <div className={classes.plates}>
      <button type="button" className={desk.press} aria-expanded={open} onClick={() => void toggle()}>
        {t('plates.open')}
      </button>
      {open && failed && <p role="alert">{t('away.title')}</p>}
      {open && Plates && (
        <div className={classes.card}>
          <Suspense>
            <Plates names={false} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
