import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import { PAPER_NAMES } from '../../../ui/paper/usePaperKind.ts';
import type { ReceiptProps } from '../Receipt.tsx';
import { useReceiptPaper } from '../ReceiptPaper.tsx';
import { RECEIPT_PAPERS, type ReceiptPaper, useReceiptPaperKind } from '../receipt-papers.ts';
import own from './cash.module.css';

/** Receipt with its buttons, in the lean entry. */
export function CounterReceipt(props: ReceiptProps) {
  const { t } = useTranslation('wallet');
  const [kind, setKind] = useReceiptPaperKind();
  const { slip, paper, print } = useReceiptPaper(props, kind);
  return (
    <section className={`${classes.card} ${own.slip}`} aria-label={t('receipt.title')}>
      {slip}
      {paper}
      <div className={own.acts}>
        <button type="button" className={desk.press} onClick={print}>
          {t('receipt.print')}
        </button>
        <select
          className={desk.press}
          aria-label={t('receipt.paper')}
          value={kind}
          onChange={(event) => setKind(event.target.value as ReceiptPaper)}
        >
          {RECEIPT_PAPERS.map((each) => (
            <option key={each} value={each}>
              {PAPER_NAMES[each]}
            </option>
          ))}
        </select>
        <button type="button" className={desk.press} onClick={props.onDone}>
          {t('receipt.close')}
        </button>
      </div>
    </section>
  );
}
