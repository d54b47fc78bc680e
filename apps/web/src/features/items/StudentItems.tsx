import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { studentItems } from '@mfuko/contract/items';
import { useId } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import classes from './ItemDrawer.module.css';
import { ItemState } from './ItemState.tsx';

const SHOWN = 5;

/** Last items that a student was sold or issued, with links to sell, to hand out and to the full list. */
export function StudentItems({ admissionNumber }: { admissionNumber: string }) {
  const { t } = useTranslation('items');
  const heading = useId();
  const items = useCall(studentItems, { admissionNumber, page: 1, pageSize: SHOWN });
  const search = { student: admissionNumber };
  const rows = items.data?.rows ?? [];
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {t('of.title')}
      </Title>
      {items.isError && !items.data ? (
        <ErrorState error={items.error} onRetry={() => void items.refetch()} />
      ) : !items.data ? (
        <Stack gap="sm" mt="sm" aria-hidden>
          {[1, 2].map((row) => (
            <Skeleton key={row} height={36} />
          ))}
        </Stack>
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('of.empty')}
        </Text>
      ) : (
        <ul className={classes.events}>
          {rows.map((item) => (
            <li key={item.sysid}>
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <div>
                  <LinkAnchor to="/app/student.items" search={{ view: item.sysid }} fw={600}>
                    {item.itemName}
                  </LinkAnchor>
                  <Text size="sm" c="dimmed">
                    {t('of.line', { count: item.quantity, paid: formatMoney(item.paid) })}
                  </Text>
                </div>
                <ItemState state={item.state} />
              </Group>
            </li>
          ))}
        </ul>
      )}
      <Group gap="sm" mt="sm">
        <LinkButton to="/app/student.add.item" search={search} variant="default" size="sm">
          {t('add.title')}
        </LinkButton>
        {rows.some(({ waiting }) => waiting > 0) && (
          <LinkButton to="/app/student.consume.item" search={search} variant="default" size="sm">
            {t('consume.title')}
          </LinkButton>
        )}
        {(items.data?.total ?? 0) > SHOWN && (
          <LinkButton to="/app/student.items" search={{ search: admissionNumber }} variant="subtle" size="sm">
            {t('of.all', { count: items.data?.total ?? 0 })}
          </LinkButton>
        )}
      </Group>
    </section>
  );
}
