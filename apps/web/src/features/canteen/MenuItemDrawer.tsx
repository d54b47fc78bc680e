import { Button, Skeleton, Stack } from '@mantine/core';
import { getMenu, type MenuItem, updateMenu } from '@mfuko/contract/canteen';
import { IconSoupOff } from '@tabler/icons-react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { RecordHistory } from '../../school/RecordHistory.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { Money } from '../../ui/Money.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';
import { useFreshOnce } from '../../ui/useFreshOnce.ts';
import { When } from '../../ui/When.tsx';
import { MenuFields, type MenuValues, useMenuLabels } from './MenuFields.tsx';

interface MenuItemDrawerProps {
  readonly id: string | undefined;
  readonly mode: 'view' | 'edit';
  readonly onClose: () => void;
}

/** Drawer that shows or edits the menu item whose id is in the address. */
export function MenuItemDrawer({ id, mode, onClose }: MenuItemDrawerProps) {
  const { t } = useTranslation('canteen');
  const found = useCall(getMenu, { sysid: id }, { enabled: id !== undefined, staleTime: 0 });
  const item = found.data?.rows.find(({ sysid }) => sysid === id);
  const fresh = useFreshOnce(id !== undefined && mode === 'edit', found.isFetching);
  return (
    <DetailDrawer title={item?.name ?? t('item.title')} opened={id !== undefined} onClose={onClose}>
      {item && (mode === 'view' || fresh) ? (
        mode === 'view' ? (
          <>
            <Details item={item} />
            <RecordHistory kind="menu-item" sysid={item.sysid} />
          </>
        ) : (
          <EditForm key={item.sysid} item={item} onDone={onClose} />
        )
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data && !found.isFetching ? (
        <Notice Icon={IconSoupOff} title={t('item.unknown')} />
      ) : (
        <Stack gap="sm">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
    </DetailDrawer>
  );
}

function Details({ item }: { item: MenuItem }) {
  const { t } = useTranslation('canteen');
  return (
    <Facts
      facts={[
        [t('fields.name'), item.name],
        [t('fields.description'), item.description],
        [t('fields.quantityPerPerson'), formatCount(item.quantityPerPerson)],
        [t('fields.price'), <Money key="price" value={item.price} fw={600} />],
        [t('fields.allergens'), item.allergens.join(', ')],
        [t('list.created'), <When key="when" moment={item.dateCreated} />],
      ]}
    />
  );
}

function valuesOf({ name, description, quantityPerPerson, price, allergens }: MenuItem): MenuValues {
  return { name, description, quantityPerPerson: String(quantityPerPerson), price: String(price), allergens };
}

function EditForm({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const { t } = useTranslation('canteen');
  const labels = useMenuLabels();
  const form = useContractForm<MenuValues & { sysid: string }>(updateMenu, { sysid: item.sysid, ...valuesOf(item) });
  const draft = useEditDraft(form, { kind: 'menu-item', record: item });
  const update = useSureRecord(updateMenu, {
    refresh: [getMenu],
    onDone: () => {
      draft.drop();
      showDone(t('item.saved'));
      onDone();
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error, { 'menu.duplicate': 'name' }),
  });
  const conflict = useConflict({
    form,
    updated: item.updated,
    labels,
    valuesOf,
    amounts: ['price'],
    save: (values, updated) => update.mutate({ ...values, updated }),
  });
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => update.mutate({ ...values, updated: conflict.updated })}
      buttons={
        <Button type="submit" loading={update.isPending}>
          {t('item.save')}
        </Button>
      }
    >
      {draft.note}
      <MenuFields form={form} />
      {conflict.dialog}
    </FormColumn>
  );
}
