import '@mantine/core/styles/SegmentedControl.css';
import { Input, SegmentedControl } from '@mantine/core';
import { CHANNELS, type Channel } from '@mfuko/contract/channels';
import { useId } from 'react';
import { useTranslation } from '../lib/i18n.ts';

interface ChannelFieldProps {
  readonly value: Channel;
  readonly onChange: (channel: Channel) => void;
}

/** Field for the channel by which money was handed in: only cash goes into a till. */
export function ChannelField({ value, onChange }: ChannelFieldProps) {
  const { t } = useTranslation('school');
  const id = useId();
  return (
    <Input.Wrapper label={t('channels.label')} labelElement="div" labelProps={{ id }}>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        value={value}
        onChange={(channel) => onChange(channel as Channel)}
        data={CHANNELS.map((channel) => ({ value: channel, label: t(`channels.${channel}`) }))}
      />
    </Input.Wrapper>
  );
}
