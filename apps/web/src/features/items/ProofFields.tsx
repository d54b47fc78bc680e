import { PasswordInput, Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useTranslation } from '../../lib/i18n.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { pinOf } from '../../school/check-pin.ts';
import { FingerprintPanel } from '../../school/FingerprintPanel.tsx';
import { usePinToggle } from '../../school/usePinToggle.ts';
import { PROOFS, type Proof } from './useHandOut.ts';

interface ProofChoice {
  readonly proof: Proof;
  readonly pin: string;
  setPin(pin: string): void;
  choose(to: Proof): void;
}

interface ProofFieldsProps {
  readonly out: ProofChoice;
  readonly scanner: ScannerInUse;
  readonly ways?: readonly Proof[];
}

/** Proof that the right child is there: by finger, by PIN, or on the word of whoever is at the counter. */
export function ProofFields({ out, scanner, ways = PROOFS }: ProofFieldsProps) {
  const { t } = useTranslation('items');
  const pinToggle = usePinToggle();
  return (
    <>
      <Radio.Group label={t('out.proof')} value={out.proof} onChange={(way) => out.choose(way as Proof)}>
        <Stack gap="xs" mt="xs">
          {ways.map((way) => (
            <Radio key={way} size="md" value={way} label={t(`proofs.${way}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {out.proof === 'finger' && <FingerprintPanel scanner={scanner} />}
      {out.proof === 'pin' && (
        <PasswordInput
          label={t('out.pin')}
          visibilityToggleButtonProps={pinToggle}
          value={out.pin}
          onChange={(event) => out.setPin(pinOf(event.currentTarget.value))}
          inputMode="numeric"
          autoComplete="off"
          name="pin"
          required
        />
      )}
      {out.proof === 'attested' && (
        <Text size="sm" c="dimmed">
          {t('out.attestedHint')}
        </Text>
      )}
    </>
  );
}
