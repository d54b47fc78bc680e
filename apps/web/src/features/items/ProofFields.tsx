import { Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useTranslation } from '../../lib/i18n.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { FingerprintPanel } from '../../school/FingerprintPanel.tsx';
import { PinInput } from '../../school/PinInput.tsx';
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

/** Proof that the right child is present: by finger, by PIN, or on the word of the user at the counter. */
export function ProofFields({ out, scanner, ways = PROOFS }: ProofFieldsProps) {
  const { t } = useTranslation('items');
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
      {out.proof === 'pin' && <PinInput label={t('out.pin')} pin={out.pin} onPin={(pin) => out.setPin(pin)} />}
      {out.proof === 'attested' && (
        <Text size="sm" c="dimmed">
          {t('out.attestedHint')}
        </Text>
      )}
    </>
  );
}
