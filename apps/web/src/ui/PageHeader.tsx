import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { config } from '../lib/config.ts';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  readonly title: string;
  /** A count or a sentence under the title. */
  readonly subtitle?: ReactNode;
  /** Buttons; the one primary action last. */
  readonly actions?: ReactNode;
}

/** Only H1 of a screen. It takes the focus when the screen opens, so that a screen reader announces the screen. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Before any user activation the browser has just loaded the page, and a screen reader starts at the top anyway. A user who is already
    // typing in the frame keeps their focus; moving it would close a list.
    const typing = document.activeElement?.matches('input, textarea') === true;
    if (!typing && navigator.userActivation?.hasBeenActive !== false) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · ${config().platformName}`;
  }, [title]);
  return (
    <header className={classes.header}>
      <div>
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {subtitle && (
          <Text c="dimmed" size="sm" component="div">
            {subtitle}
          </Text>
        )}
      </div>
      {actions && (
        <Group gap="sm" className={classes.actions} data-no-print>
          {actions}
        </Group>
      )}
    </header>
  );
}
