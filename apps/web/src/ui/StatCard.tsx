import '@mantine/core/styles/ThemeIcon.css';
import { Group, Paper, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Destination } from '../lib/routes.ts';
import classes from './StatCard.module.css';

interface StatCardProps {
  readonly Icon: Icon;
  readonly title: string;
  /** Period that the figure covers. */
  readonly window: string;
  readonly unit?: string;
  /** Link to the rows behind the figure. */
  readonly link?: Destination;
  readonly children: ReactNode;
}

/** Figure with its name and period. */
export function StatCard({ Icon, title, window, unit, link, children }: StatCardProps) {
  const figure = (
    <>
      {unit && (
        // The space keeps screen readers from reading the unit and the figure as one word.
        <>
          <span className={classes.unit}>{unit}</span>{' '}
        </>
      )}
      {children}
    </>
  );
  return (
    <Paper withBorder className={classes.card} component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" className={classes.head}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <ThemeIcon variant="light" size={36} className={classes.icon} aria-hidden>
          <Icon size={20} />
        </ThemeIcon>
      </Group>
      <p className={classes.figure}>
        {link ? (
          <Link className={classes.way} {...link}>
            <VisuallyHidden>{title}: </VisuallyHidden>
            {figure}
          </Link>
        ) : (
          figure
        )}
      </p>
      <Text size="sm" c="dimmed" className={classes.window}>
        {window}
      </Text>
    </Paper>
  );
}

/** Grid of four, two or one figures per row, depending on the width. */
export function StatCards({ children }: { readonly children: ReactNode }) {
  return <div className={classes.cards}>{children}</div>;
}
