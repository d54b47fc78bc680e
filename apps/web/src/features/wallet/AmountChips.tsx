import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './CashDesk.module.css';
import { NOTES } from './notes.ts';

interface AmountChipsProps {
  /** Amount in KES of the chip "all"; null where none exists. */
  readonly all: number | null;
  readonly onPick: (amount: string) => void;
}

/** Buttons for common amounts. The focus stays in the field, so that Enter continues from there. */
export function AmountChips({ all, onPick }: AmountChipsProps) {
  const { t } = useTranslation('wallet');
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  const chip = { variant: 'default', size: 'md', onMouseDown: keepFocus, className: classes.chip } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, which a fieldset would frame
    <div role="group" aria-label={t('desk.chips')} className={classes.chips}>
      {NOTES.map((note) => (
        <Button key={note} {...chip} onClick={() => onPick(String(note))}>
          {note}
        </Button>
      ))}
      {all !== null && (
        <Button {...chip} disabled={all === 0} onClick={() => onPick(String(all))}>
          {`${t('desk.all')} ${formatMoney(all).replace(/\.00$/, '')}`}
        </Button>
      )}
    </div>
  );
}
