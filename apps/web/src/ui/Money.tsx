import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatAmount, formatMoney, NOTHING } from '../lib/format.ts';
import { i18n, useTranslation } from '../lib/i18n.ts';
import classes from './Money.module.css';

type MoneyProps = {
  readonly value: number | null | undefined;
  /** A zero is seen as `---`, as the specification asks of its cards and lists. */
  readonly dashes?: boolean | undefined;
} & TextProps;

/** An amount of KES. A zero is a figure, and one that nobody knows (null) is `---`, which is read out as what it means. */
export function Money({ value, dashes = false, ...props }: MoneyProps) {
  const shown = isKnown(value) ? <Known value={value} dashes={dashes} /> : <Unknown />;
  // Bare in lists, where there are thousands.
  if (Object.keys(props).length === 0) return <span data-figures>{shown}</span>;
  return (
    <Text inherit span data-figures {...props}>
      {shown}
    </Text>
  );
}

/** The same for a cell of a list, of texts and plain elements: a component for each amount is felt in a thousand rows. */
export function drawMoney(value: number | null | undefined, dashes: boolean): ReactNode {
  const figures = figuresOf(value, dashes);
  if (figures !== null) return figures;
  return <span data-figures>{signOf(NOTHING, i18n.t(isKnown(value) ? 'zero' : 'notKnown'))}</span>;
}

/** Figures of an amount; null where a sign stands for it, which is seen and read out differently. */
export function figuresOf(value: number | null | undefined, dashes: boolean): string | null {
  if (!isKnown(value)) return null;
  const text = dashes ? formatAmount(value) : formatMoney(value);
  return text === NOTHING ? null : text;
}

function isKnown(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function Known({ value, dashes }: { readonly value: number; readonly dashes: boolean }) {
  const { t } = useTranslation('ui');
  return figuresOf(value, dashes) ?? signOf(NOTHING, t('zero'));
}

function Unknown() {
  const { t } = useTranslation('ui');
  return signOf(NOTHING, t('notKnown'));
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
