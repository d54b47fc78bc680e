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
  /** The first code, which was right and comes again with the second. */
  readonly otp: string;
  readonly profileSYSID: string;
  /** True where that was a backup code: two papers together open nothing. */
  readonly backup: boolean;
  readonly ways: FactorWays;
  readonly onSignedIn: (session: Session) => void;
  readonly onBack: () => void;
}

/** The third step, of people with a second factor. */
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
      // Each refusal brings the next question: the one before it was answered.
      if (error instanceof CallError && error.problem === 'session.second-factor') setWays(factorWays(error));
      // The first code has had its tries or grown old meanwhile.
      if (error instanceof CallError && error.problem === 'session.wrong-code') onBack();
    }
  }
  const { passkey } = ways;
  // A backup code takes no recovery code beside it.
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

/** The line of the console's late parts, which the sign-in does not wait for. */
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
