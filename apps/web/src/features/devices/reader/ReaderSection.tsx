import '@mantine/core/styles/Radio.css';
import { Radio, Stack, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { type LanReader, lanReader } from '../../../lib/scanner/lan-reader.ts';
import { PairedReader } from './PairedReader.tsx';
import { PairForm } from './PairForm.tsx';

type Place = 'here' | 'lan';

/** Fingerprint reader of this device: at this machine, or at a paired mini computer. */
export function ReaderSection() {
  const { t } = useTranslation('devices');
  const [reader, setReader] = useState<LanReader | null | undefined>(undefined);
  const [place, setPlace] = useState<Place>('here');
  const [forgotten, setForgotten] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A browser without storage has no pairing.
    lanReader().then(setReader, () => setReader(null));
  }, []);
  function become(now: LanReader | null) {
    setForgotten(reader?.url ?? null);
    setReader(now);
    setPlace('here');
    // The focused button was removed, so the heading takes the focus.
    heading.current?.focus();
  }
  if (reader === undefined) return null;
  return (
    <Stack gap="md" component="section" aria-labelledby="reader-heading">
      <Title order={2} size="h4" id="reader-heading" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t('reader.title')}
      </Title>
      {reader && <PairedReader key={reader.tablet} reader={reader} onForgotten={() => become(null)} />}
      {!reader && (
        <Radio.Group
          label={t('reader.where')}
          value={place}
          onChange={(value) => setPlace(value as Place)}
          name="reader-place"
        >
          <Stack gap="sm" mt="xs">
            <Radio value="here" label={t('reader.here')} description={t('reader.hereHint')} />
            <Radio value="lan" label={t('reader.lan')} description={t('reader.lanHint')} />
          </Stack>
        </Radio.Group>
      )}
      {!reader && place === 'lan' && <PairForm before={forgotten} onPaired={become} />}
    </Stack>
  );
}
