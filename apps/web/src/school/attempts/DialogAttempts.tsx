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

/** In a dialog or drawer, which lies above what the screen says of lost answers: those of its own calls. */
export function DialogAttempts(props: DialogAttemptsProps) {
  return (
    <Suspense>
      <Attempts {...props} />
    </Suspense>
  );
}

function Attempts({ of }: DialogAttemptsProps) {
  // Ahead of what it shows: by then the network may be gone.
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
