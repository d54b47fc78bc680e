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
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { PaperHead } from '../../school/PaperHead.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { usePrint } from '../../ui/paper/usePrint.tsx';
import slip from './Receipt.module.css';
import { isSheet, useReceiptPaperKind } from './receipt-papers.ts';
import classes from './TokenResult.module.css';

export interface Checked {
  readonly token: string;
  /** Null where no cash-out of this school has the token. */
  readonly answer: AnswerOf<typeof validateToken> | null;
  readonly onlyLooked: boolean;
}

const SIGNS: Record<AnswerOf<typeof validateToken>['status'] | 'unknown', Icon> = {
  valid: IconCircleCheck,
  used: IconCircleX,
  reversed: IconArrowBackUp,
  unknown: IconQuestionMark,
};

/** Result of checking a token, readable across the counter by icon, text and colour. */
export function TokenResult({ checked: { token, answer, onlyLooked } }: { checked: Checked }) {
  const { t } = useTranslation('wallet');
  const [kind] = useReceiptPaperKind();
  const status = answer?.status ?? 'unknown';
  const Sign = SIGNS[status];
  const means = onlyLooked && status === 'valid' ? t('validate.stillValid') : t(`validate.means.${status}`);
  const facts: (readonly [string, string])[] = [
    [t('validate.token'), token],
    ...(answer
      ? ([
          [t('receipt.student'), answer.studentName],
          [t('fields.admissionNumber'), answer.admissionNumber],
          [t('receipt.amount'), `KES ${formatMoney(answer.amount)}`],
          [t('validate.paidOut'), formatDate(answer.date)],
          [t('receipt.by'), answer.cashedBy],
        ] as const)
      : []),
    ...(answer?.usedAt ? ([[t('validate.usedAt'), formatDate(answer.usedAt)]] as const) : []),
  ];
  const { print, paper } = usePrint(
    kind,
    <div className={slip.receipt} data-paper-kind={kind}>
      <PaperHead narrow={!isSheet(kind)} />
      <p className={slip.kind}>{t(`validate.status.${status}`)}</p>
      <dl className={slip.rows}>
        {facts.map(([name, value]) => (
          <div key={name} className={slip.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={slip.once}>{means}</p>
    </div>,
  );
  return (
    <Paper withBorder className={classes.result} data-status={status} data-token-result>
      <div className={classes.band}>
        <Sign size={48} stroke={1.8} aria-hidden />
        <div>
          <Title order={2}>{t(`validate.status.${status}`)}</Title>
          <Text>{means}</Text>
        </div>
      </div>
      <div className={classes.facts}>
        <Facts facts={facts} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={print}>
            {t('validate.print')}
          </Button>
        </Group>
      </div>
      {paper}
    </Paper>
  );
}
