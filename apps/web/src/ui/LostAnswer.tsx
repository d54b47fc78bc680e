import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

interface LostAnswerProps {
  readonly title: string;
  readonly message: string;
  readonly act: string;
  /** Id of the heading of the list that tells what became of it. It must take the focus. */
  readonly listId: string;
}

/** The answer to something that may be recorded was lost: says so where it was pressed, and leads to the list that knows. */
export function LostAnswer({ title, message, act, listId }: LostAnswerProps) {
  const alert = useRef<HTMLDivElement>(null);
  // In a block: newer browsers return a promise of the scroll, which React would call as the clean-up and fail.
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
