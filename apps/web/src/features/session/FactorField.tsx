import { Anchor, TextInput } from '@mantine/core';
import { readRecoveryCode } from '@mfuko/contract/second-factor-codes';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';

const TOTP_DIGITS = 6;
/** Input limit: ten characters plus separators that people type. */
const MAX_TYPED_LENGTH = 24;

/** Typed factor: the field's text and its kind. */
export interface FactorTyped {
  readonly text: string;
  readonly recovery: boolean;
}

export const NOTHING_TYPED: FactorTyped = { text: '', recovery: false };

/** Returns the proof of the second factor for the call; null while the text is incomplete. */
export function proofOf({ text, recovery }: FactorTyped): { totp: string } | { recoveryCode: string } | null {
  if (!recovery) return text.length === TOTP_DIGITS ? { totp: text } : null;
  const code = readRecoveryCode(text);
  return code === null ? null : { recoveryCode: code };
}

interface FactorFieldProps {
  readonly typed: FactorTyped;
  readonly onType: (typed: FactorTyped) => void;
  readonly error?: string | false | undefined;
  /** False where recovery codes are not accepted. */
  readonly recovery?: boolean;
  /** True to focus the field when it appears. */
  readonly focused?: boolean;
}

/** Field for the authenticator's code, or for a recovery code instead. */
export function FactorField({ typed, onType, error, recovery: offered = true, focused = false }: FactorFieldProps) {
  const { t } = useTranslation('session');
  // A field that the user has switched to takes the focus.
  const [swapped, setSwapped] = useState(focused);
  const { text, recovery } = typed;
  const change = (value: string) =>
    onType({
      recovery,
      text: recovery ? value.slice(0, MAX_TYPED_LENGTH) : value.replace(/\D/g, '').slice(0, TOTP_DIGITS),
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
