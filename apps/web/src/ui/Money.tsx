import { Text, type TextProps } from '@mantine/core';
import { formatAmount, formatMoney, NOTHING } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import classes from './Money.module.css';

type MoneyProps = {
  readonly value: number | null | undefined;
  /** Exact: a zero is a figure, as in a difference. */
  readonly exact?: boolean | undefined;
} & TextProps;

/** An amount of KES. A zero is seen as `---` and read out as zero; one that nobody knows (null) is a single dash. */
export function Money({ value, exact = false, ...props }: MoneyProps) {
  const shown = value === null || value === undefined ? <Unknown /> : <Known value={value} exact={exact} />;
  // Bare in lists, where there are thousands.
  if (Object.keys(props).length === 0) return <span data-figures>{shown}</span>;
  return (
    <Text inherit span data-figures {...props}>
      {shown}
    </Text>
  );
}

/** Figures of an amount; null where a sign stands for it, which is seen and read out differently. */
export function figuresOf(value: number | null | undefined, exact: boolean): string | null {
  if (value === null || value === undefined) return null;
  const text = exact && Number.isFinite(value) ? formatMoney(value) : formatAmount(value);
  return text === NOTHING ? null : text;
}

function Known({ value, exact }: { readonly value: number; readonly exact: boolean }) {
  const { t } = useTranslation('ui');
  return figuresOf(value, exact) ?? <Sign seen={NOTHING} heard={t('zero')} />;
}

function Unknown() {
  const { t } = useTranslation('ui');
  return <Sign seen="–" heard={t('notKnown')} />;
}

/** A sign for the eye, and what is read out in its place. */
function Sign({ seen, heard }: { readonly seen: string; readonly heard: string }) {
  return (
    <>
      <span aria-hidden className={classes.nothing}>
        {seen}
      </span>
      <span className={classes.unseen}>{heard}</span>
    </>
  );
}
