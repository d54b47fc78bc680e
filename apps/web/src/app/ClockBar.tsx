import { clockStatus } from '@mfuko/contract/clock';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNotices } from '../features/notices/index.ts';
import { useFirstAnswers } from '../lib/first-answers.ts';
import { latePart } from '../lib/late-part.ts';
import { queryKey, useCall } from '../lib/queries.ts';

// No placeholder: where its code fails to load, the bell has already reported the clock.
const ClockBanner = latePart(() => import('../features/clock/index.ts').then((it) => it.ClockBanner));

/** Polling interval while the clock is wrong, so that the banner disappears soon after the clock was set. */
const POLL_MS = 10_000;

/**
 * Shows above each screen that the server's clock must be wrong. The status is requested once when the frame starts, again when a
 * notification reports it or money was refused because of the clock, and then periodically until the clock is right.
 */
export function ClockBar({ staff }: { staff: boolean }) {
  const client = useQueryClient();
  const newest = useNotices().rows.find(({ subject }) => subject?.kind === 'clock')?.sysid;
  const { data } = useCall(
    clockStatus,
    {},
    {
      enabled: useFirstAnswers(),
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => (state.data?.fault ? POLL_MS : false),
    },
  );
  useEffect(() => {
    if (newest !== undefined) void client.invalidateQueries({ queryKey: queryKey(clockStatus) });
  }, [newest, client]);
  if (!data?.fault) return null;
  return <ClockBanner status={data} staff={staff} />;
}
