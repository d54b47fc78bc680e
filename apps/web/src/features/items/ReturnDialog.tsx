import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import {
  getItem,
  getItemEvents,
  type ReturnWay,
  returnItem,
  type StudentItem,
  studentItems,
} from '@mfuko/contract/items';
import { getBalances, getStatement, getWallet } from '@mfuko/contract/wallet';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';

/** Returns the possible ways of returning an item, each with its number of pieces. */
function waysFor({ waiting, handedOut }: StudentItem): [way: ReturnWay, pieces: number][] {
  const ways: [ReturnWay, number][] = [
    ['refund', handedOut],
    ['exchange', handedOut],
    ['cancel', waiting],
  ];
  return ways.filter(([, pieces]) => pieces > 0);
}

/** Asks for the number of pieces and the reason of a return, and shows the refund beforehand. */
export function ReturnDialog({ item, onClose }: { item: StudentItem; onClose: () => void }) {
  const { t } = useTranslation('items');
  const { t: ui } = useTranslation('ui');
  const ways = waysFor(item);
  const form = useContractForm(returnItem, {
    sysid: item.sysid,
    quantity: '1',
    reason: '',
    way: ways[0]?.[0] ?? 'cancel',
  });
  const give = useMoneyRecord(returnItem, {
    refresh: [studentItems, getItem, getItemEvents, getWallet, getStatement, getBalances],
    onDone: ({ itemName, balance }) => {
      showDone(t('back.done', { name: itemName, balance: formatMoney(balance) }));
      onClose();
    },
    onError: (error) => showRefusal(form, error, { 'item.over-quantity': 'quantity' }),
  });
  const most = ways.find(([way]) => way === form.values.way)?.[1] ?? 0;
  const pieces = /^\d{1,4}$/.test(form.values.quantity) ? Number(form.values.quantity) : 0;
  const money = form.values.way === 'exchange' ? 0 : (pieces * Math.round(item.price * 100)) / 100;
  return (
    <TitledModal onClose={onClose} title={t('back.title', { name: item.itemName, names: item.studentName })}>
      <form
        onSubmit={(event) => {
          // For React the dialog may be inside another form, so the event must not bubble there.
          event.stopPropagation();
          form.onSubmit((values) => give.mutate(values))(event);
        }}
        noValidate
      >
        <Stack gap="md">
          <Radio.Group {...form.getInputProps('way')} label={t('back.way')}>
            <Stack gap="xs" mt="xs">
              {ways.map(([way, count]) => (
                <Radio
                  key={way}
                  size="md"
                  value={way}
                  label={t(`ways.${way}`)}
                  description={t(`waysHint.${way}`, { count })}
                />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            {...form.getInputProps('quantity')}
            label={t('back.quantity', { count: most })}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            required
          />
          <TextInput
            {...form.getInputProps('reason')}
            label={t('back.reason')}
            maxLength={200}
            autoComplete="off"
            required
            data-autofocus
          />
          <Text size="sm" role="status">
            {money > 0 ? t('back.money', { amount: formatMoney(money) }) : t('back.noMoney')}
          </Text>
          <DialogAttempts of={[returnItem]} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {ui('cancel')}
            </Button>
            <Button type="submit" loading={give.isPending}>
              {t('back.act')}
            </Button>
          </Group>
        </Stack>
      </form>
    </TitledModal>
  );
}
