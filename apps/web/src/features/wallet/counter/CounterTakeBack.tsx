import { hasKeys } from '../../../lib/has-keys.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import type { PaymentNotices } from '../payment-notices.ts';
import { type TakeBackProps, useTakeBack } from '../useTakeBack.ts';

interface CounterTakeBackProps extends TakeBackProps {
  readonly notices: PaymentNotices;
}

/** Reverses the last deposit within its minute. */
export function CounterTakeBack({ notices, ...props }: CounterTakeBackProps) {
  const { t } = useTranslation('wallet');
  const back = useTakeBack(props, notices);
  if (!back) return null;
  return (
    <>
      <button
        type="button"
        className={desk.press}
        aria-busy={back.busy || undefined}
        aria-keyshortcuts="Alt+Z"
        onClick={back.press}
      >
        {t('takeBack.act')}
        {/* Hidden from screen readers, which would announce each second. */}
        <span aria-hidden>{` (${t('takeBack.left', { seconds: back.left })})`}</span>
      </button>
      <span className={classes.dim}>{t(hasKeys() ? 'takeBack.keys' : 'takeBack.touch')}</span>
    </>
  );
}
