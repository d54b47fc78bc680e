import '@mantine/core/styles/SegmentedControl.css';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { PAPER_NAMES } from '../../ui/paper/usePaperKind.ts';
import type { ReceiptProps } from './Receipt.tsx';
import { useReceiptPaper } from './ReceiptPaper.tsx';
import { RECEIPT_PAPERS, type ReceiptPaper, useReceiptPaperKind } from './receipt-papers.ts';

/** Receipt on the screen with its buttons. */
export function ReceiptSlip(props: ReceiptProps) {
  const { t } = useTranslation('wallet');
  const [kind, setKind] = useReceiptPaperKind();
  const { slip, paper, print } = useReceiptPaper(props, kind);
  const { acts, onDone } = props;
  return (
    <Stack gap="sm" component="section" aria-label={t('receipt.title')}>
      {slip}
      {paper}
      {acts}
      <Group gap="sm">
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={print}>
          {t('receipt.print')}
        </Button>
        <SegmentedControl
          aria-label={t('receipt.paper')}
          size="xs"
          value={kind}
          onChange={(value) => setKind(value as ReceiptPaper)}
          data={RECEIPT_PAPERS.map((value) => ({ value, label: PAPER_NAMES[value] }))}
        />
        <Button variant="subtle" color="gray" onClick={onDone}>
          {t('receipt.close')}
        </Button>
      </Group>
    </Stack>
  );
}
