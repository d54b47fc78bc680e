import { Text, type TextProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount, NOTHING } from '../lib/format.ts';
import classes from './Money.module.css';

/** An amount of KES. What the eye sees as `---` is read out as zero. */
export function Money({ value, ...props }: { value: number | null | undefined } & TextProps) {
  const text = formatAmount(value);
  const shown = text === NOTHING ? <Zero /> : text;
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
