import { Text } from '@mantine/core';
import { getStatement } from '@mfuko/contract/wallet';
import { useTranslation } from '../../lib/i18n.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Money } from '../../ui/Money.tsx';
import { Recent } from '../../ui/Recent.tsx';

interface StudentMoneyProps {
  readonly student: {
    readonly admissionNumber: string;
    readonly balance: number;
    readonly status: 'active' | 'left';
  };
}

/** Balance and last movements of one student, with links to pay in and to the statement. */
export function StudentMoney({ student: { admissionNumber, balance, status } }: StudentMoneyProps) {
  const { t } = useTranslation('wallet');
  const active = status === 'active';
  return (
    <Recent
      title={t('of.title')}
      endpoint={getStatement}
      input={{ admissionNumber }}
      // Desks and balances cover active students only, so the list is longer for a student who has left; the rest is in the printed
      // statement.
      most={active ? 5 : 10}
      rowId={(row) => row.sysid}
      line={(row) => ({
        what: t(`kinds.${row.kind}`),
        moment: row.date,
        detail: [row.by, row.reference].filter(Boolean).join(' · '),
        end: (
          <>
            <Text fw={600} size="sm" span display="block">
              {row.amount > 0 && '+'}
              <Money value={row.amount} />
            </Text>
            <Text size="sm" c="dimmed" span>
              {t('statement.left')} <Money value={row.balance} />
            </Text>
          </>
        ),
      })}
      empty={t('statement.empty')}
      actions={
        <>
          {active && (
            <>
              <LinkButton to="/app/student.upload.money" search={{ admissionNumber }} variant="default" size="sm">
                {t('deposit.title')}
              </LinkButton>
              <LinkButton to="/app/student.balances" search={{ view: admissionNumber }} variant="subtle" size="sm">
                {t('of.statement')}
              </LinkButton>
            </>
          )}
          <LinkButton to="/app/student.statement" search={{ admissionNumber }} variant="subtle" size="sm">
            {t('print.of')}
          </LinkButton>
        </>
      }
    >
      <Text mt={4}>
        {t('balance')}{' '}
        <Text span fw={700} size="lg">
          <Money value={balance} />
        </Text>
      </Text>
    </Recent>
  );
}
