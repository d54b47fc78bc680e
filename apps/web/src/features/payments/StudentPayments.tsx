import { Button, Text } from '@mantine/core';
import { getPayments } from '@mfuko/contract/payments';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/Money.tsx';
import { Recent } from '../../ui/Recent.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { STATE_COLOURS, useReason } from './words.ts';

interface StudentPaymentsProps {
  readonly student: { readonly admissionNumber: string; readonly status: 'active' | 'left' };
}

/** What one student's guardians were asked for and paid by M-Pesa, with the way to ask again. */
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
            <Button
              variant="default"
              size="sm"
              renderRoot={(props) => (
                <Link to="/app/student.upload.money" search={{ by: 'mpesa', admissionNumber } as never} {...props} />
              )}
            >
              {t('ask.title')}
            </Button>
          )}
          <Button
            variant="subtle"
            size="sm"
            renderRoot={(props) => (
              <Link to="/app/payments.view" search={{ search: admissionNumber } as never} {...props} />
            )}
          >
            {t('of.all')}
          </Button>
        </>
      }
    />
  );
}
