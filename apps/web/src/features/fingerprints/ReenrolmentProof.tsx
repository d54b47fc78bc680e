import { Radio, Stack } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useTranslation } from '../../lib/i18n.ts';
import { PinInput } from '../../school/PinInput.tsx';
import { ConsentByCode } from './ConsentByCode.tsx';
import type { Consent } from './consent.ts';

/** Proof for a re-enrolment, as far as it was entered. */
export interface Word {
  readonly by: 'pin' | 'code';
  readonly pin: string;
  readonly consent: Consent;
}

interface ReenrolmentProofProps {
  readonly student: { readonly sysid: string; readonly hasPin?: boolean };
  readonly word: Word;
  readonly onWord: (word: Word) => void;
  readonly isCodeWrong: boolean;
}

/** Fields for the student's PIN or a guardian's code. */
export function ReenrolmentProof({ student, word, onWord, isCodeWrong }: ReenrolmentProofProps) {
  const { t } = useTranslation('fingerprints');
  const hasPin = student.hasPin !== false;
  return (
    <>
      <Radio.Group label={t('anew.word')} value={word.by} onChange={(by) => onWord({ ...word, by: by as Word['by'] })}>
        <Stack gap="xs" mt="xs">
          <Radio
            size="md"
            value="pin"
            label={t('anew.byPin')}
            description={hasPin ? t('anew.byPinHint') : t('anew.noPin')}
            disabled={!hasPin}
          />
          <Radio size="md" value="code" label={t('anew.byCode')} description={t('anew.byCodeHint')} />
        </Stack>
      </Radio.Group>
      {word.by === 'pin' ? (
        <PinInput label={t('renew.pin')} pin={word.pin} onPin={(pin) => onWord({ ...word, pin })} />
      ) : (
        <ConsentByCode
          student={student}
          consent={word.consent}
          wrong={isCodeWrong ? { code: true } : {}}
          onChange={(consent) => onWord({ ...word, consent })}
          knownOnly
        />
      )}
    </>
  );
}
