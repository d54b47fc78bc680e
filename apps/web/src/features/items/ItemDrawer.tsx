import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import {
  getItem,
  getItemEvents,
  type ItemEvent,
  returnItem,
  type StudentItem,
  studentItems,
  updateItem,
} from '@mfuko/contract/items';
import { IconPackageOff } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { RecordHistory } from '../../school/RecordHistory.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';
import { useFreshOnce } from '../../ui/useFreshOnce.ts';
import { When } from '../../ui/When.tsx';
import classes from './ItemDrawer.module.css';
import { ItemState } from './ItemState.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';

interface ItemDrawerProps {
  readonly id: string | undefined;
  readonly mode: 'view' | 'edit';
  readonly onClose: () => void;
}

/** Drawer of the item whose id is in the address: where its pieces are, its history, and its renaming. */
export function ItemDrawer({ id, mode, onClose }: ItemDrawerProps) {
  const { t } = useTranslation('items');
  const item = useCall(getItem, { sysid: id ?? '' }, { enabled: id !== undefined, staleTime: 0 });
  const fresh = useFreshOnce(id !== undefined && mode === 'edit', item.isFetching);
  const missing = item.error instanceof CallError && [400, 404].includes(item.error.status ?? 0);
  return (
    <DetailDrawer title={item.data?.itemName ?? t('item.title')} opened={id !== undefined} onClose={onClose}>
      {missing ? (
        <Notice Icon={IconPackageOff} title={t('item.unknown')} />
      ) : item.data && (mode === 'view' || fresh) ? (
        mode === 'view' ? (
          <Details key={item.data.sysid} item={item.data} />
        ) : (
          <EditForm key={item.data.sysid} item={item.data} onDone={onClose} />
        )
      ) : item.isError ? (
        <ErrorState error={item.error} onRetry={() => void item.refetch()} />
      ) : (
        <Stack gap="sm">
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
    </DetailDrawer>
  );
}

function Details({ item }: { item: StudentItem }) {
  const { t } = useTranslation('items');
  const [returning, setReturning] = useState(false);
  const { admissionNumber, waiting, handedOut } = item;
  return (
    <>
      <Facts
        facts={[
          [t('fields.student'), `${item.studentName} (${admissionNumber})`],
          [t('fields.class'), item.class],
          [t('fields.state'), <ItemState key="state" state={item.state} />],
          [t('fields.quantity'), formatCount(item.quantity)],
          [t('fields.waiting'), formatCount(waiting)],
          [t('fields.handedOut'), formatCount(handedOut)],
          [t('fields.returned'), formatCount(item.returned)],
          [t('fields.price'), <Money key="price" value={item.price} />],
          [t('fields.paid'), <Money key="paid" value={item.paid} fw={700} />],
          [t('fields.soldBy'), item.soldBy],
          [t('fields.dateCreated'), <When key="when" moment={item.dateCreated} />],
        ]}
      />
      <Group gap="sm" mt="md">
        {waiting > 0 && (
          <LinkButton to="/app/student.consume.item" search={{ student: admissionNumber }}>
            {t('out.act')}
          </LinkButton>
        )}
        {waiting + handedOut > 0 && (
          <Button variant="default" onClick={() => setReturning(true)}>
            {t('back.act')}
          </Button>
        )}
      </Group>
      {/* The drawer covers the notes of the screen, also once the dialog is closed. */}
      <DialogAttempts of={[returnItem]} />
      <Events sysid={item.sysid} />
      <RecordHistory kind="item" sysid={item.sysid} />
      {returning && <ReturnDialog item={item} onClose={() => setReturning(false)} />}
    </>
  );
}

/** History of hand-outs and returns: the proof, the reason of a return, and the refunded money. */
function Events({ sysid }: { sysid: string }) {
  const { t } = useTranslation('items');
  const events = useCall(getItemEvents, { sysid }, { staleTime: 0 });
  const rows = events.data?.rows ?? [];
  return (
    <section aria-labelledby="pieces">
      <Title order={3} size="h4" id="pieces" mt="lg">
        {t('events.title')}
      </Title>
      {events.isError ? (
        <ErrorState error={events.error} onRetry={() => void events.refetch()} />
      ) : events.data && rows.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('events.empty')}
        </Text>
      ) : (
        <ol className={classes.events}>
          {rows.map((event) => (
            <Event key={event.sysid} event={event} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Event({ event }: { event: ItemEvent }) {
  const { t } = useTranslation('items');
  const { kind, quantity, method, amount, reason, by } = event;
  const told = [
    formatDate(event.date),
    by,
    ...(method ? [t(`methods.${method}`)] : []),
    ...(amount > 0 ? [t('events.money', { amount: formatMoney(amount) })] : []),
  ];
  return (
    <li>
      <Text fw={600} size="sm">
        {t(`events.${kind}`, { count: quantity })}
      </Text>
      <Text size="sm" c="dimmed">
        {told.join(' · ')}
      </Text>
      {reason && <Text size="sm">{reason}</Text>}
    </li>
  );
}

function EditForm({ item, onDone }: { item: StudentItem; onDone: () => void }) {
  const { t } = useTranslation('items');
  const form = useContractForm(updateItem, { sysid: item.sysid, itemName: item.itemName });
  const draft = useEditDraft(form, { kind: 'item', record: item });
  const update = useSureRecord(updateItem, {
    refresh: [studentItems, getItem],
    onDone: () => {
      draft.drop();
      showDone(t('item.saved'));
      onDone();
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error),
  });
  const conflict = useConflict({
    form,
    updated: item.updated,
    labels: { itemName: t('fields.itemName') },
    valuesOf: ({ itemName }: StudentItem) => ({ itemName }),
    save: (values, updated) => update.mutate({ ...values, updated }),
  });
  return (
    <FormColumn
      form={form}
      labels={{ itemName: t('fields.itemName') }}
      onSubmit={(values) => update.mutate({ ...values, updated: conflict.updated })}
      buttons={
        <Button type="submit" loading={update.isPending}>
          {t('item.save')}
        </Button>
      }
    >
      {draft.note}
      <TextInput
        {...form.getInputProps('itemName')}
        label={t('fields.itemName')}
        description={t('item.hint')}
        maxLength={80}
        autoComplete="off"
        required
      />
      {conflict.dialog}
    </FormColumn>
  );
}
