import { Button, Group, Paper, Text, Title } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { validateToken } from '@mfuko/contract/wallet';
import {
  type Icon,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconPrinter,
  IconQuestionMark,
} from '@tabler/icons-react';
import { formatAmount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSchool } from '../../lib/school.ts';
import { Facts } from '../../ui/Facts.tsx';
import { When } from '../../ui/When.tsx';
import classes from './TokenResult.module.css';

export interface Checked {
  readonly token: string;
  /** Null: no cash-out of this school has such a receipt. */
  readonly answer: AnswerOf<typeof validateToken> | null;
  readonly onlyLooked: boolean;
}

const SIGNS: Record<AnswerOf<typeof validateToken>['status'] | 'unknown', Icon> = {
  valid: IconCircleCheck,
  used: IconCircleX,
  reversed: IconArrowBackUp,
  unknown: IconQuestionMark,
};

/** Token result: what a token is worth, to be told from across the counter: by sign, word and colour. */
export function TokenResult({ checked: { token, answer, onlyLooked } }: { checked: Checked }) {
  const { t } = useTranslation('wallet');
  const school = useSchool();
  const status = answer?.status ?? 'unknown';
  const Sign = SIGNS[status];
  return (
    <Paper withBorder className={classes.result} data-status={status} data-token-result>
      <div className={classes.band}>
        <Sign size={48} stroke={1.8} aria-hidden />
        <div>
          <Title order={2}>{t(`validate.status.${status}`)}</Title>
          <Text>{onlyLooked && status === 'valid' ? t('validate.stillValid') : t(`validate.means.${status}`)}</Text>
        </div>
      </div>
      <div className={classes.facts}>
        <Facts
          facts={[
            [t('validate.token'), token],
            ...(answer
              ? ([
                  [t('receipt.student'), answer.studentName],
                  [t('fields.admissionNumber'), answer.admissionNumber],
                  [t('receipt.amount'), `KES ${formatAmount(answer.amount)}`],
                  [t('validate.paidOut'), <When key="date" moment={answer.date} />],
                  [t('receipt.by'), answer.cashedBy],
                ] as const)
              : []),
            ...(answer?.usedAt ? ([[t('validate.usedAt'), <When key="used" moment={answer.usedAt} />]] as const) : []),
          ]}
        />
        <Text size="sm" className={classes.onPaper}>
          {school?.shortName}
        </Text>
        <Group justify="flex-end" mt="md" data-no-print>
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
            {t('validate.print')}
          </Button>
        </Group>
      </div>
    </Paper>
  );
}
