import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

interface LostAnswerProps {
  readonly title: string;
  readonly message: string;
  readonly act: string;
  /** Id of the heading of the list that shows the outcome. It must be focusable. */
  readonly listId: string;
}

/** Alert for a lost answer to a request that may have been recorded, with a button that leads to the list showing the outcome. */
export function LostAnswer({ title, message, act, listId }: LostAnswerProps) {
  const alert = useRef<HTMLDivElement>(null);
  // Braces, because newer browsers return a promise from scrollIntoView, which React would call as the clean-up function and fail.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  function look() {
    const heading = document.getElementById(listId);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  }
  return (
    <Alert
      ref={alert}
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
      title={title}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{message}</Text>
        <Button variant="default" onClick={look}>
          {act}
        </Button>
      </Stack>
    </Alert>
  );
}
