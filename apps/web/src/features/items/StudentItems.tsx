import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { studentItems } from '@mfuko/contract/items';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import classes from './ItemDrawer.module.css';
import { ItemState } from './ItemState.tsx';

const SHOWN = 5;

/** What one pupil was sold or issued, the newest first, with the ways to sell, to hand out and to see all of it. */
export function StudentItems({ admissionNumber }: { admissionNumber: string }) {
  const { t } = useTranslation('items');
  const heading = useId();
  const items = useCall(studentItems, { admissionNumber, page: 1, pageSize: SHOWN });
  const search = { student: admissionNumber } as never;
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
                  <Anchor
                    fw={600}
                    renderRoot={(props) => (
                      <Link to="/app/student.items" search={{ view: item.sysid } as never} {...props} />
                    )}
                  >
                    {item.itemName}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {t('of.line', { count: item.quantity, paid: formatAmount(item.paid) })}
                  </Text>
                </div>
                <ItemState state={item.state} />
              </Group>
            </li>
          ))}
        </ul>
      )}
      <Group gap="sm" mt="sm">
        <Button
          variant="default"
          size="sm"
          renderRoot={(props) => <Link to="/app/student.add.item" search={search} {...props} />}
        >
          {t('add.title')}
        </Button>
        {rows.some(({ waiting }) => waiting > 0) && (
          <Button
            variant="default"
            size="sm"
            renderRoot={(props) => <Link to="/app/student.consume.item" search={search} {...props} />}
          >
            {t('consume.title')}
          </Button>
        )}
        {(items.data?.total ?? 0) > SHOWN && (
          <Button
            variant="subtle"
            size="sm"
            renderRoot={(props) => (
              <Link to="/app/student.items" search={{ search: admissionNumber } as never} {...props} />
            )}
          >
            {t('of.all', { count: items.data?.total ?? 0 })}
          </Button>
        )}
      </Group>
    </section>
  );
}
