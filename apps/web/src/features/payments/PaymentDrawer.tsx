import { Text } from '@mantine/core';
import type { PaymentRow } from '@mfuko/contract/payments';
import { useTranslation } from '../../lib/i18n.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { When } from '../../ui/When.tsx';
import { STATE_COLOURS, useReason } from './words.ts';

interface PaymentDrawerProps {
  /** Null while the drawer is closed. */
  readonly payment: PaymentRow | null;
  readonly onClose: () => void;
}

/** Everything about one payment, with what its state means. */
export function PaymentDrawer({ payment, onClose }: PaymentDrawerProps) {
  const title = payment?.receiptNumber ?? payment?.names ?? payment?.account ?? '';
  return (
    <DetailDrawer title={title} opened={payment !== null} onClose={onClose}>
      {payment && <PaymentFacts payment={payment} />}
    </DetailDrawer>
  );
}

function PaymentFacts({ payment }: { payment: PaymentRow }) {
  const { t } = useTranslation('payments');
  const why = useReason()(payment);
  return (
    <>
      <Text mb="md">{t(`means.${payment.state}`)}</Text>
      <Facts
        facts={[
          [
            t('list.state'),
            <Tag key="state" color={STATE_COLOURS[payment.state]}>
              {t(`states.${payment.state}`)}
            </Tag>,
          ],
          ...(why ? [[t('list.reason'), why] as const] : []),
          [t('list.amount'), <Money key="amount" value={payment.amount} />],
          [t('list.date'), <When key="date" moment={payment.date} />],
          [t('list.receipt'), payment.receiptNumber],
          [t('list.student'), payment.names],
          [t('list.admission'), payment.admissionNumber],
          [t('list.class'), payment.className],
          [t('list.account'), payment.account],
          [t('list.number'), payment.mobileNumber],
          [t('list.borneOut'), payment.borneOutBy && t(`borneOut.${payment.borneOutBy}`)],
          [t('list.by'), payment.by],
        ]}
      />
    </>
  );
}
