import { Anchor, TextInput } from '@mantine/core';
import { readRecoveryCode } from '@mfuko/contract/second-factor-codes';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';

const TOTP_DIGITS = 6;
/** Ten signs, with whatever people put between them. */
const LONGEST_TYPED = 24;

/** Factor typed: what stands in the field, and of which kind it is. */
export interface FactorTyped {
  readonly text: string;
  readonly recovery: boolean;
}

export const NOTHING_TYPED: FactorTyped = { text: '', recovery: false };

/** Proof of the second factor, as the call takes it; null where it is not whole. */
export function proofOf({ text, recovery }: FactorTyped): { totp: string } | { recoveryCode: string } | null {
  if (!recovery) return text.length === TOTP_DIGITS ? { totp: text } : null;
  const code = readRecoveryCode(text);
  return code === null ? null : { recoveryCode: code };
}

interface FactorFieldProps {
  readonly typed: FactorTyped;
  readonly onType: (typed: FactorTyped) => void;
  readonly error?: string | false | undefined;
  /** False where one of the two kinds is not taken. */
  readonly recovery?: boolean;
  /** True where the field has the focus as it appears. */
  readonly focused?: boolean;
}

/** Field for the code of the authenticator, or for a recovery code in its place. */
export function FactorField({ typed, onType, error, recovery: offered = true, focused = false }: FactorFieldProps) {
  const { t } = useTranslation('session');
  // The field that was asked for by hand takes the focus with it.
  const [swapped, setSwapped] = useState(focused);
  const { text, recovery } = typed;
  const change = (value: string) =>
    onType({
      recovery,
      text: recovery ? value.slice(0, LONGEST_TYPED) : value.replace(/\D/g, '').slice(0, TOTP_DIGITS),
    });
  return (
    <>
      <TextInput
        key={recovery ? 'recovery' : 'totp'}
        autoFocus={swapped}
        data-autofocus={swapped || undefined}
        data-mantine-stop-propagation="true"
        size="md"
        required
        withAsterisk={false}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        label={t(recovery ? 'factor.recoveryLabel' : 'factor.label')}
        error={error}
        {...(recovery
          ? { name: 'recoveryCode', autoComplete: 'off', autoCapitalize: 'characters', placeholder: 'XXXXX-XXXXX' }
          : { name: 'totp', autoComplete: 'one-time-code', inputMode: 'numeric' as const })}
      />
      {offered && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          w="fit-content"
          data-mantine-stop-propagation="true"
          onClick={() => {
            setSwapped(true);
            onType({ text: '', recovery: !recovery });
          }}
        >
          {t(recovery ? 'factor.useTotp' : 'factor.useRecovery')}
        </Anchor>
      )}
    </>
  );
}
