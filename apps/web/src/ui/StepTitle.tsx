import { Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface StepTitleProps {
  readonly title: string;
  readonly hint?: ReactNode;
  /** True if the user came from another step: the title then takes the focus, so that the change is announced. */
  readonly arrived: boolean;
}

/** The title of one step of a form. */
export function StepTitle({ title, hint, arrived }: StepTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) heading.current?.focus();
  }, [arrived]);
  return (
    <div style={{ marginBottom: 'var(--mantine-spacing-md)' }}>
      <Title order={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {title}
      </Title>
      {hint && (
        <Text size="sm" c="dimmed" maw={640} component="div">
          {hint}
        </Text>
      )}
    </div>
  );
}
