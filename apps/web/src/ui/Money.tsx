import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatAmount, formatMoney, NOTHING } from '../lib/format.ts';
import { i18n, useTranslation } from '../lib/i18n.ts';
import classes from './Money.module.css';

type MoneyProps = {
  readonly value: number | null | undefined;
  /** Shows a zero as `---`, as the specification requires in its cards and lists. */
  readonly dashes?: boolean | undefined;
} & TextProps;

/** Amount in KES. A zero is shown as a number; an unknown amount (null) as `---`, with its meaning for screen readers. */
export function Money({ value, dashes = false, ...props }: MoneyProps) {
  const shown = isKnown(value) ? <Known value={value} dashes={dashes} /> : <Unknown />;
  // Without text props a plain element suffices, because lists contain thousands of amounts.
  if (Object.keys(props).length === 0) return <span data-figures>{shown}</span>;
  return (
    <Text inherit span data-figures {...props}>
      {shown}
    </Text>
  );
}

/** Renders an amount in a list cell from text and plain elements: a component per amount is noticeably slow in a thousand rows. */
export function drawMoney(value: number | null | undefined, dashes: boolean): ReactNode {
  const figures = figuresOf(value, dashes);
  if (figures !== null) return figures;
  return <span data-figures>{signOf(NOTHING, i18n.t(isKnown(value) ? 'zero' : 'notKnown'))}</span>;
}

/** Returns the digits of an amount; null where a sign replaces them, which looks different from what screen readers read. */
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

/** Renders a sign for the eye, and its meaning for screen readers. */
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
