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
  /** The time that the figure speaks of. */
  readonly window: string;
  readonly unit?: string;
  /** Link: where its rows are: then the figure is the way there. */
  readonly link?: Destination;
  readonly children: ReactNode;
}

/** One figure with its name and the time it speaks of. */
export function StatCard({ Icon, title, window, unit, link, children }: StatCardProps) {
  const figure = (
    <>
      {unit && (
        // A screen reader takes figures that touch the unit for one word.
        <>
          <span className={classes.unit}>{unit}</span>{' '}
        </>
      )}
      {children}
    </>
  );
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <ThemeIcon variant="light" size={36} aria-hidden>
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
      <Text size="sm" c="dimmed">
        {window}
      </Text>
    </Paper>
  );
}

/** Four figures beside each other, two, or one below the other, as there is room. */
export function StatCards({ children }: { readonly children: ReactNode }) {
  return <div className={classes.cards}>{children}</div>;
}
