import { Text, type TextProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatMoney, NOTHING } from '../lib/format.ts';
import classes from './Money.module.css';

type MoneyProps = {
  readonly value: number | null | undefined;
  /** Exact: a zero is a figure, as in a difference; `---` is left for what nobody knows. */
  readonly exact?: boolean | undefined;
} & TextProps;

/** An amount of KES. What the eye sees as `---` is read out as zero, unless it is not known. */
export function Money({ value, exact = false, ...props }: MoneyProps) {
  const known = typeof value === 'number' && Number.isFinite(value);
  const text = exact && known ? formatMoney(value) : formatAmount(value);
  const shown = text === NOTHING && !exact ? <Zero /> : text;
  // Bare in lists, where there are thousands.
  if (Object.keys(props).length === 0) return <span data-figures>{shown}</span>;
  return (
    <Text inherit span data-figures {...props}>
      {shown}
    </Text>
  );
}

function Zero() {
  const { t } = useTranslation('ui');
  return (
    <>
      <span aria-hidden className={classes.nothing}>
        {NOTHING}
      </span>
      <span className={classes.unseen}>{t('zero')}</span>
    </>
  );
}
