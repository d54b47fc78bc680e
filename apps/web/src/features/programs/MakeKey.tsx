import { Button, Group, Stack } from '@mantine/core';
import { toKes } from '@mfuko/contract/money';
import { createKey, getKeys, type MadeApiKey, USUAL_DEPOSIT_LIMIT } from '@mfuko/contract/programs';
import type { Scope } from '@mfuko/contract/scopes';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { useContractForm } from '../../ui/form.ts';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { KeyFields } from './KeyFields.tsx';
import { ShownKey } from './ShownKey.tsx';

/** Makes a key and shows its token once. */
export function MakeKey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('programs');
  const [made, setMade] = useState<MadeApiKey | null>(null);
  const form = useContractForm(createKey, {
    name: '',
    scopes: [] as Scope[],
    dailyDepositLimit: String(toKes(USUAL_DEPOSIT_LIMIT)),
  });
  const make = useRecord(createKey, {
    refresh: [getKeys],
    onDone: setMade,
    onError: (error) => showRefusal(form, error),
  });
  return (
    <TitledModal onClose={onClose} title={t('make.title')} closeOnClickOutside={made === null}>
      {made ? (
        <ShownKey made={made} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={form.onSubmit((values) => make.mutate(values))}>
          <Stack gap="md">
            <KeyFields form={form} />
            <Group justify="flex-end">
              <Button type="submit" loading={make.isPending}>
                {t('make.act')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </TitledModal>
  );
}
