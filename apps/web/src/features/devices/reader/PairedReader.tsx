import { Alert, Button, Group, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { config } from '../../../lib/config.ts';
import { formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type Failure, forgetLanReader, tryLanReader } from '../../../lib/scanner/lan-pairing.ts';
import type { LanReader } from '../../../lib/scanner/lan-reader.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { showError } from '../../../ui/notify.tsx';
import { isAllowed } from './address.ts';
import { useFailureWords } from './failure-words.ts';

interface PairedReaderProps {
  readonly reader: LanReader;
  readonly onForgotten: () => void;
}

/** Paired reader of this tablet: address, time of pairing, and if the reader responds now. */
export function PairedReader({ reader, onForgotten }: PairedReaderProps) {
  const { t } = useTranslation('devices');
  const { url, label, since, tablet } = reader;
  return (
    <>
      {isAllowed(url, config().readerOrigins ?? []) ? (
        <Answer reader={reader} />
      ) : (
        <Alert color="red" role="alert">
          {t('reader.notAllowed', { address: url })}
        </Alert>
      )}
      <Facts
        facts={[
          [t('reader.address'), url.replace('wss://', '')],
          [t('reader.since'), formatDate(since.toISOString())],
          [t('reader.label'), label],
          [t('reader.tablet'), tablet.slice(0, 8)],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('reader.forgetHint')}
      </Text>
      <Group>
        <Button variant="default" onClick={() => forgetLanReader().then(onForgotten, showError)}>
          {t('reader.forget')}
        </Button>
      </Group>
    </>
  );
}

/** Shows if the reader's computer responds. The probe does not open the reader, so no other page loses it. */
function Answer({ reader }: { readonly reader: LanReader }) {
  const { t } = useTranslation('devices');
  const wordsOf = useFailureWords();
  const [answer, setAnswer] = useState<Failure | 'answers' | 'asking'>('asking');
  const ask = useCallback(() => {
    let gone = false;
    setAnswer('asking');
    tryLanReader(reader).then((failure) => {
      if (!gone) setAnswer(failure ?? 'answers');
    }, showError);
    return () => {
      gone = true;
    };
  }, [reader]);
  useEffect(ask, [ask]);
  const told = typeof answer === 'string';
  return (
    <>
      <Alert
        color={answer === 'answers' ? 'green' : answer === 'asking' ? 'blue' : 'red'}
        variant="light"
        role={told ? 'status' : 'alert'}
      >
        {told ? t(`reader.${answer}`) : wordsOf(answer, reader.url)}
      </Alert>
      {!told && (
        <Group>
          <Button variant="default" onClick={ask}>
            {t('reader.askAgain')}
          </Button>
        </Group>
      )}
    </>
  );
}
