import { Text } from '@mantine/core';
import { getPayments } from '@mfuko/contract/payments';
import { useTranslation } from '../../lib/i18n.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Money } from '../../ui/Money.tsx';
import { Recent } from '../../ui/Recent.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { STATE_COLOURS, useReason } from './words.ts';

interface StudentPaymentsProps {
  readonly student: { readonly admissionNumber: string; readonly status: 'active' | 'left' };
}

/** Last M-Pesa requests and payments of one student's guardians, with a link to ask again. */
export function StudentPayments({ student: { admissionNumber, status } }: StudentPaymentsProps) {
  const { t } = useTranslation('payments');
  const reasonOf = useReason();
  return (
    <Recent
      title={t('of.title')}
      endpoint={getPayments}
      input={{ admissionNumber }}
      rowId={(row) => row.sysid}
      line={(row) => ({
        what: <Tag color={STATE_COLOURS[row.state]}>{t(`states.${row.state}`)}</Tag>,
        moment: row.date,
        detail: [row.receiptNumber ?? reasonOf(row), row.mobileNumber].filter(Boolean).join(' · '),
        end: (
          <Text fw={600} size="sm" span>
            <Money value={row.amount} />
          </Text>
        ),
      })}
      empty={t('of.empty')}
      actions={
        <>
          {status === 'active' && (
            <LinkButton
              to="/app/student.upload.money"
              search={{ by: 'mpesa', admissionNumber }}
              variant="default"
              size="sm"
            >
              {t('ask.title')}
            </LinkButton>
          )}
          <LinkButton to="/app/payments.view" search={{ search: admissionNumber }} variant="subtle" size="sm">
            {t('of.all')}
          </LinkButton>
        </>
      }
    />
  );
}
