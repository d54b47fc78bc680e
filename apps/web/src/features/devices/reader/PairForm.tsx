import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { config } from '../../../lib/config.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type Failure, pairLanReader } from '../../../lib/scanner/lan-pairing.ts';
import type { LanReader } from '../../../lib/scanner/lan-reader.ts';
import { showDone, showError } from '../../../ui/notify.tsx';
import { isAllowed, onlyAddress, readAddress } from './address.ts';
import { useFailureWords } from './failure-words.ts';

const CODE = /^\d{8}$/;
const MAX_LABEL_LENGTH = 40;

interface PairFormProps {
  /** Address of the reader that was unpaired just now. */
  readonly before: string | null;
  readonly onPaired: (reader: LanReader) => void;
}

/** Form that pairs this tablet with the reader at a mini computer, by the code that the computer shows. */
export function PairForm({ before, onPaired }: PairFormProps) {
  const { t } = useTranslation('devices');
  const [address, setAddress] = useState(before?.replace('wss://', '') ?? onlyAddress(config().readerOrigins ?? []));
  const [code, setCode] = useState('');
  const [label, setLabel] = useState(t('reader.labelUsual'));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly url: string; readonly why: Failure | 'notAllowed' } | null>(null);
  const wordsOf = useFailureWords();
  const url = readAddress(address);
  const digits = code.replaceAll(/\s/g, '');

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setFailure(null);
    if (url === null || !CODE.test(digits)) return;
    if (!isAllowed(url, config().readerOrigins ?? [])) return setFailure({ url, why: 'notAllowed' });
    setBusy(true);
    try {
      const paired = await pairLanReader(url, digits, label.trim() || t('reader.labelUsual'));
      if (isFailure(paired)) return setFailure({ url, why: paired });
      showDone(t('reader.done'));
      onPaired(paired);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('reader.address')}
          description={t('reader.addressHint')}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          error={tried && url === null ? t('reader.addressWrong') : null}
          maxLength={260}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          required
        />
        <TextInput
          label={t('reader.code')}
          description={t('reader.codeHint')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={tried && !CODE.test(digits) ? t('reader.codeWrong') : null}
          maxLength={12}
          inputMode="numeric"
          autoComplete="off"
          size="md"
          required
        />
        <TextInput
          label={t('reader.label')}
          description={t('reader.labelHint')}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          maxLength={MAX_LABEL_LENGTH}
          autoComplete="off"
          size="md"
        />
        {failure && (
          <Alert color="red" role="alert">
            {failure.why === 'notAllowed'
              ? t('reader.notAllowed', { address: failure.url })
              : wordsOf(failure.why, failure.url)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {t('reader.pair')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function isFailure(outcome: LanReader | Failure): outcome is Failure {
  return 'code' in outcome;
}
