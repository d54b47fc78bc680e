import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import type { StudentItem } from '@mfuko/contract/items';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { ItemState } from './ItemState.tsx';

interface ItemCardProps {
  readonly item: StudentItem;
  readonly busy: boolean;
  readonly onHandOut: (quantity: string) => void;
  readonly onReturn: () => void;
}

/** One item at the counter: how many pieces wait, and the buttons that move them. */
export function ItemCard({ item, busy, onHandOut, onReturn }: ItemCardProps) {
  const { t } = useTranslation('items');
  const [quantity, setQuantity] = useState(String(item.waiting));
  const { itemName, waiting, handedOut, returned } = item;
  const where = [
    ...(waiting > 0 ? [t('pieces.waiting', { count: waiting })] : []),
    ...(handedOut > 0 ? [t('pieces.handedOut', { count: handedOut })] : []),
    ...(returned > 0 ? [t('pieces.returned', { count: returned })] : []),
  ];
  function submit(event: FormEvent) {
    event.preventDefault();
    onHandOut(quantity);
  }
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="start" wrap="nowrap">
        <div>
          <Text fw={600}>{itemName}</Text>
          <Text size="sm" c="dimmed">
            {where.join(' · ')}
          </Text>
        </div>
        <ItemState state={item.state} />
      </Group>
      <form onSubmit={submit} noValidate>
        <Group align="end" gap="sm" mt="sm">
          {waiting > 0 && (
            <>
              <TextInput
                label={t('out.quantity')}
                aria-label={t('out.quantityOf', { name: itemName })}
                value={quantity}
                onChange={(event) => setQuantity(event.currentTarget.value.replace(/\D/g, '').slice(0, 4))}
                inputMode="numeric"
                autoComplete="off"
                w={88}
              />
              <Button type="submit" loading={busy} aria-label={t('out.which', { name: itemName })}>
                {t('out.act')}
              </Button>
            </>
          )}
          <Button variant="default" onClick={onReturn} aria-label={t('back.which', { name: itemName })}>
            {t('back.act')}
          </Button>
        </Group>
      </form>
    </Paper>
  );
}
