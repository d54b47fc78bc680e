import { Stack } from '@mantine/core';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { Suspense } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useOpenAttempts } from './attempts.ts';
import { OpenAttempt } from './OpenAttempts.tsx';

interface DialogAttemptsProps {
  /** Calls that are made in the dialog. */
  readonly of: readonly Endpoint[];
}

/** Notes on lost answers to the dialog's own calls, because the dialog or drawer covers the notes of the screen. */
export function DialogAttempts(props: DialogAttemptsProps) {
  return (
    <Suspense>
      <Attempts {...props} />
    </Suspense>
  );
}

function Attempts({ of }: DialogAttemptsProps) {
  // Loads the texts in advance, because the network may have failed when they are needed.
  useTranslation('school');
  const attempts = useOpenAttempts().filter(({ path }) => of.some((endpoint) => endpoint.path === path));
  if (attempts.length === 0) return null;
  return (
    <Stack gap="sm">
      {attempts.map((attempt) => (
        <OpenAttempt key={attempt.key} attempt={attempt} />
      ))}
    </Stack>
  );
}
