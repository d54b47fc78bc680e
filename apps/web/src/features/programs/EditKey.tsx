import { Button, Group, Stack } from '@mantine/core';
import { type ApiKey, getKey, getKeys, updateKey } from '@mfuko/contract/programs';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { KeyFields } from './KeyFields.tsx';

/** Form that edits a key's name, purposes and limit. */
export function EditKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const { t } = useTranslation('programs');
  const { t: ui } = useTranslation('ui');
  const form = useContractForm(updateKey, { sysid: apiKey.sysid, ...valuesOf(apiKey) });
  const change = useRecord(updateKey, {
    refresh: [getKeys, getKey],
    onDone: () => {
      showDone(t('drawer.done'));
      onClose();
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error),
  });
  const conflict = useConflict({
    form,
    updated: apiKey.updated,
    labels: {
      name: t('fields.name'),
      scopes: t('fields.scopes'),
      dailyDepositLimit: t('fields.dailyDepositLimit'),
    },
    valuesOf,
    amounts: ['dailyDepositLimit'],
    show: (_name, value) => [value].flat().join(', '),
    save: (values, updated) => change.mutate({ ...values, updated }),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate({ ...values, updated: conflict.updated }))}>
      <Stack gap="md">
        <KeyFields form={form} />
        <Group gap="sm">
          <Button type="submit" loading={change.isPending}>
            {t('drawer.save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
        </Group>
      </Stack>
      {conflict.dialog}
    </form>
  );
}

function valuesOf({ name, scopes, dailyDepositLimit }: ApiKey) {
  return { name, scopes: [...scopes], dailyDepositLimit: String(dailyDepositLimit) };
}
