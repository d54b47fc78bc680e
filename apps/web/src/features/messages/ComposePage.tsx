import { Box, Button, NativeSelect, Text, Textarea } from '@mantine/core';
import {
  announce,
  announcementTexts,
  countAudience,
  getAnnouncements,
  getMessages,
  getMonth,
} from '@mfuko/contract/messages';
import { smsLength } from '@mfuko/contract/sms';
import { useState } from 'react';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { useClassOptions } from '../../school/useClassOptions.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useDraftName } from '../../ui/draft-storage.ts';
import { Facts } from '../../ui/Facts.tsx';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { Money } from '../../ui/Money.tsx';
import { showDone } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { Announcements } from './Announcements.tsx';
import { WaitingAnnouncements } from './WaitingAnnouncements.tsx';

// Recipients are counted by the server, and shown; it is not typed.
const POLL_MS = 10_000;
const EMPTY = { classSYSID: '', textEn: '', textSw: '' };
const typed = { ...announce, input: announcementTexts };

/** Composes an announcement to the guardians of a class or of all; length and cost are shown before it is sent. */
export function ComposePage() {
  const { t } = useTranslation('messages');
  const [asking, ask] = useState(false);
  const form = useContractForm(typed, EMPTY, useDraftName('message.compose'));
  const { classSYSID, textEn, textSw } = form.getValues();
  const to = classSYSID === '' ? {} : { classSYSID };
  const classes = useClassOptions();
  const audience = useCall(countAudience, to, { staleTime: 0 }).data;
  const month = useCall(getMonth, {}, { refetchInterval: POLL_MS }).data;
  const send = useSureRecord(announce, {
    refresh: [getAnnouncements, getMessages, getMonth, countAudience],
    onDone: ({ approval }) => {
      form.reset();
      showDone(t(approval ? 'waiting.done' : 'compose.done'));
    },
    onError: (error) => showRefusal(form, error),
  });
  const cost = audience ? costOf(audience, textEn.trim(), textSw.trim()) : 0;
  const recipients = audience?.recipients ?? 0;
  const nobody = audience?.recipients === 0;
  const left = month && Math.max(0, month.cap - month.spent);
  const tooDear = left !== undefined && cost > left;
  return (
    <>
      <PageHeader title={t('compose.title')} subtitle={t('compose.subtitle')} />
      <FormColumn
        form={form}
        labels={{ textEn: t('compose.textEn'), textSw: t('compose.textSw') }}
        onSubmit={() => ask(true)}
        buttons={
          <Button type="submit" loading={send.isPending} disabled={!audience || nobody || tooDear}>
            {t('compose.send')}
          </Button>
        }
      >
        <NativeSelect
          {...form.getInputProps('classSYSID')}
          label={t('compose.class')}
          data={[{ value: '', label: t('compose.everybody') }, ...classes]}
        />
        {(['textEn', 'textSw'] as const).map((field) => (
          <Box key={field}>
            <Textarea
              {...form.getInputProps(field)}
              label={t(`compose.${field}`)}
              description={t('compose.textHint')}
              lang={field === 'textSw' ? 'sw' : 'en'}
              rows={4}
              maxLength={459}
            />
            <Length text={form.getValues()[field]} />
          </Box>
        ))}
        <section aria-label={t('compose.costs')}>
          {nobody && <Text c="red">{t('compose.nobody')}</Text>}
          {tooDear && <Text c="red">{t('compose.tooDear', { left: formatMoney(left) })}</Text>}
          <Facts
            facts={[
              [t('compose.recipients'), audience ? formatCount(audience.recipients) : null],
              [t('compose.inKiswahili'), audience ? formatCount(audience.inKiswahili) : null],
              [t('compose.cost'), <Money key="cost" value={cost} fw={600} />],
              [t('compose.left'), <Money key="left" value={left} />],
            ]}
          />
        </section>
      </FormColumn>
      <ConfirmDialog
        opened={asking}
        onClose={() => ask(false)}
        question={t('compose.question', { count: recipients, shown: formatCount(recipients) })}
        consequence={t('compose.consequence', { cost: formatMoney(cost) })}
        act={t('compose.send')}
        harmless
        onConfirm={() => {
          ask(false);
          send.mutate({ ...to, textEn, textSw, recipients });
        }}
      />
      <WaitingAnnouncements />
      <Announcements />
    </>
  );
}

function costOf(
  { recipients, inKiswahili, price }: { recipients: number; inKiswahili: number; price: number },
  english: string,
  kiswahili: string,
): number {
  if (english === '' && kiswahili === '') return 0;
  const segments = (text: string) => smsLength(text).segments;
  const each = segments(english || kiswahili) * (recipients - inKiswahili);
  // Rounded to ten-thousandths, the precision of the price, so that no fraction is lost.
  return ((each + segments(kiswahili || english) * inKiswahili) * Math.round(price * 10_000)) / 10_000;
}

/** Length of a text, while it is written. */
function Length({ text }: { readonly text: string }) {
  const { t } = useTranslation('messages');
  const { characters, room, segments, outside } = smsLength(text.trim());
  if (characters === 0)
    return (
      <Text size="sm" c="dimmed" mt={4}>
        {t('compose.emptyText')}
      </Text>
    );
  return (
    <Text size="sm" c="dimmed" mt={4} component="div">
      {t('compose.length', { characters, room, segments })}
      {outside.length > 0 && (
        <Text size="sm" c="red">
          {t('compose.outside', { signs: outside.join(' ') })}
        </Text>
      )}
    </Text>
  );
}
