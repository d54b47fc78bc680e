import { Anchor, Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { type Again, latePart } from '../../lib/late-part.ts';
import { CallError } from '../../lib/problems.ts';
import type { Session } from '../../lib/session.ts';
import { showError } from '../../ui/notify.tsx';
import { FactorField, NOTHING_TYPED, proofOf } from './FactorField.tsx';
import { type FactorWays, factorWays } from './factor-ways.ts';
import { submitCode } from './queries.ts';

const UsePasskey = latePart(() => import('./UsePasskey.tsx').then((it) => it.UsePasskey), NoPasskey);

interface FactorStepProps {
  /** First code, which was right and is sent again together with the second factor. */
  readonly otp: string;
  readonly profileSYSID: string;
  /** True where the first code was a backup code: a backup code and a recovery code together do not sign in. */
  readonly backup: boolean;
  readonly ways: FactorWays;
  readonly onSignedIn: (session: Session) => void;
  readonly onBack: () => void;
}

/** Third step of the sign-in, for users with a second factor. */
export function FactorStep({ otp, profileSYSID, backup, ways: told, onSignedIn, onBack }: FactorStepProps) {
  const { t } = useTranslation('session');
  const [typed, setTyped] = useState({ ...NOTHING_TYPED, recovery: !told.totp });
  const [ways, setWays] = useState(told);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const proof = proofOf(typed);
    setMissing(proof === null);
    if (proof !== null) await enter(proof);
  }
  async function enter(proof: Parameters<typeof submitCode>[2]) {
    setBusy(true);
    try {
      const session = await submitCode(otp, profileSYSID, proof);
      if (session) return onSignedIn(session);
      onBack();
    } catch (error) {
      showError(error);
      setTyped({ ...typed, text: '' });
      setBusy(false);
      // Each refusal carries a new passkey challenge, since the former one was used.
      if (error instanceof CallError && error.problem === 'session.second-factor') setWays(factorWays(error));
      // The first code has expired or run out of tries meanwhile.
      if (error instanceof CallError && error.problem === 'session.wrong-code') onBack();
    }
  }
  const { passkey } = ways;
  // After a backup code no recovery code is accepted.
  const typing = ways.totp || !backup;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t(passkey ? 'factor.hintPasskey' : ways.totp ? 'factor.hint' : 'factor.hintRecovery')}
        </Text>
        {passkey && (
          <UsePasskey ask={async () => passkey} onProof={(proof) => void enter({ passkey: proof })} busy={busy} />
        )}
        {typing && (
          <>
            <FactorField
              typed={typed}
              onType={(next) => {
                setTyped(next);
                setMissing(false);
              }}
              recovery={!backup && ways.totp}
              focused={!passkey}
              error={missing && t(typed.recovery ? 'factor.recoveryMissing' : 'factor.missing')}
            />
            <Button type="submit" size="md" variant={passkey ? 'default' : 'filled'} loading={busy} fullWidth>
              {t('factor.submit')}
            </Button>
          </>
        )}
        <Anchor component="button" type="button" size="sm" onClick={onBack} w="fit-content">
          {t('factor.back')}
        </Anchor>
      </Stack>
    </form>
  );
}

/** Error line of the console's lazy parts, rebuilt here because the sign-in does not load them. */
function NoPasskey({ onAgain }: Again) {
  const { t } = useTranslation('ui');
  return (
    <Text size="sm" role="alert">
      {t('latePart')}{' '}
      <Anchor component="button" type="button" size="sm" onClick={onAgain}>
        {t('retry')}
      </Anchor>
    </Text>
  );
}
