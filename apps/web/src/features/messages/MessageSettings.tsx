import { Button, Skeleton, Stack, Switch, TextInput, Title } from '@mantine/core';
import { AmountField } from '../../ui/AmountField.tsx';
import '@mantine/core/styles/Switch.css';
import {
  getMessageSettings,
  getMonth,
  type MessageSettings as Settings,
  updateMessageSettings,
} from '@mfuko/contract/messages';
import { IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { Money } from '../../ui/Money.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';
import { ReceiptExamples } from './ReceiptExamples.tsx';

const RECEIPTS = ['cashOut', 'collection', 'refund', 'item'] as const;

/** Settings of receipts to guardians: kinds, budget and texts. */
export function MessageSettings({ maySet }: { readonly maySet: boolean }) {
  const { t } = useTranslation('messages');
  const heading = useId();
  const [setting, show] = useState(false);
  const settings = useCall(getMessageSettings, {});
  const { data } = settings;
  return (
    <section aria-labelledby={heading}>
      <Title order={2} id={heading} mt="lg" mb="xs">
        {t('settings.title')}
      </Title>
      {data ? (
        <Facts
          facts={[
            ...RECEIPTS.map((each) => [t(`settings.${each}`), t(data[each] ? 'settings.on' : 'settings.off')] as const),
            [t('settings.cap'), <Money key="cap" value={data.cap} />],
            [t('settings.announceApproval'), formatCount(data.announceApproval)],
          ]}
        />
      ) : settings.isError ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
      {maySet && (
        <Button mt="md" variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => show(true)}>
          {t('settings.set')}
        </Button>
      )}
      <ReceiptExamples />
      <DetailDrawer title={t('settings.title')} opened={setting} onClose={() => show(false)}>
        {data && setting && <SettingsForm now={data} onDone={() => show(false)} />}
      </DetailDrawer>
    </section>
  );
}

function SettingsForm({ now, onDone }: { readonly now: Settings; readonly onDone: () => void }) {
  const { t } = useTranslation('messages');
  const form = useContractForm(updateMessageSettings, valuesOf(now));
  const save = useRecord(updateMessageSettings, {
    refresh: [getMessageSettings, getMonth],
    onDone: () => {
      draft.drop();
      showDone(t('settings.saved'));
      onDone();
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error),
  });
  const conflict = useConflict({
    form,
    updated: now.updated,
    labels: Object.fromEntries(
      [...RECEIPTS, 'cap' as const, 'announceApproval' as const].map((each) => [each, t(`settings.${each}`)]),
    ),
    valuesOf,
    save: (values, updated) => save.mutate({ ...values, updated }),
  });
  // One draft per school, since a school has one set of settings.
  const draft = useEditDraft(form, { kind: 'message-settings', record: { sysid: '', updated: conflict.updated } });
  return (
    <FormColumn
      form={form}
      labels={{ cap: t('settings.cap'), announceApproval: t('settings.announceApproval') }}
      onSubmit={(values) => save.mutate({ ...values, updated: conflict.updated })}
      buttons={
        <Button type="submit" loading={save.isPending}>
          {t('settings.save')}
        </Button>
      }
    >
      {draft.note}
      <Stack gap="sm">
        {RECEIPTS.map((each) => (
          <Switch key={each} {...form.getInputProps(each, { type: 'checkbox' })} label={t(`settings.${each}`)} />
        ))}
      </Stack>
      <AmountField
        {...form.getInputProps('cap')}
        label={t('settings.cap')}
        description={t('settings.capHint')}
        required
      />
      <TextInput
        {...form.getInputProps('announceApproval')}
        label={t('settings.announceApproval')}
        description={t('settings.announceApprovalHint')}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        required
      />
      {conflict.dialog}
    </FormColumn>
  );
}

function valuesOf({ cashOut, collection, refund, item, cap, announceApproval }: Settings) {
  return { cashOut, collection, refund, item, cap: String(cap), announceApproval: String(announceApproval) };
}
