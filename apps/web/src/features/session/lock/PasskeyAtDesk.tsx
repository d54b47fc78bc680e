import type { PasskeyProof } from '@mfuko/contract/passkey-answers';
import { askPasskey } from '@mfuko/contract/passkeys';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import { call } from '../../../lib/request.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import { usePasskeyProof } from '../usePasskeyProof.ts';

interface PasskeyAtDeskProps {
  readonly onProof: (proof: PasskeyProof) => void;
  readonly onRefused: (why: string) => void;
  /** True while the answer is being sent. */
  readonly busy: boolean;
}

/** Button of the lean cash desk that proves the second factor by a passkey of the device. */
export function PasskeyAtDesk({ onProof, onRefused, busy }: PasskeyAtDeskProps) {
  const { t } = useTranslation('session');
  const { use, waiting, trouble } = usePasskeyProof({
    ask: () => call(askPasskey, {}, { overlay: false }),
    onProof,
    onRefused: (error) => onRefused(describe(error).message || describe(error).title),
  });
  return (
    <div>
      <button
        type="button"
        className={desk.press}
        data-look="go"
        disabled={waiting || busy}
        // Not focused by itself: the keys are still those of the next student.
        onClick={() => void use()}
      >
        {t('passkey.use')}
      </button>
      <p className={classes.wrong} role="status">
        {trouble}
      </p>
    </div>
  );
}
