import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatAmount, formatMoney, NOTHING } from '../lib/format.ts';
import { i18n, useTranslation } from '../lib/i18n.ts';
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

/** The same for a cell of a list, of texts and plain elements: a component for each amount is felt in a thousand rows. */
export function drawMoney(value: number | null | undefined, exact: boolean): ReactNode {
  const figures = figuresOf(value, exact);
  if (figures !== null) return figures;
  const isUnknown = value === null || value === undefined;
  return <span data-figures>{isUnknown ? signOf('–', i18n.t('notKnown')) : signOf(NOTHING, i18n.t('zero'))}</span>;
}

/** Figures of an amount; null where a sign stands for it, which is seen and read out differently. */
export function figuresOf(value: number | null | undefined, exact: boolean): string | null {
  if (value === null || value === undefined) return null;
  const text = exact && Number.isFinite(value) ? formatMoney(value) : formatAmount(value);
  return text === NOTHING ? null : text;
}

function Known({ value, exact }: { readonly value: number; readonly exact: boolean }) {
  const { t } = useTranslation('ui');
  return figuresOf(value, exact) ?? signOf(NOTHING, t('zero'));
}

function Unknown() {
  const { t } = useTranslation('ui');
  return signOf('–', t('notKnown'));
}

/** A sign for the eye, and what is read out in its place. */
function signOf(seen: string, heard: string): ReactNode {
  return (
    <>
      <span aria-hidden className={classes.nothing}>
        {seen}
      </span>
      <span className={classes.unseen}>{heard}</span>
    </>
  );
}
