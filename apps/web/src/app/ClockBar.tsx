import { clockStatus } from '@mfuko/contract/clock';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNotices } from '../features/notices/index.ts';
import { useFirstAnswers } from '../lib/first-answers.ts';
import { latePart } from '../lib/late-part.ts';
import { queryKey, useCall } from '../lib/queries.ts';

// Without a line in its place: where its code does not come, the bell has told of the clock.
const ClockBanner = latePart(() => import('../features/clock/index.ts').then((it) => it.ClockBanner));

/** While something is wrong: so that it goes by itself soon after the clock was set. */
const LOOK_AGAIN_MS = 10_000;

/**
 * Says above every screen that the server's clock cannot be right. Asked for once where the frame begins, again when the bell
 * rings for it or money was refused by it, and from then on until it is right.
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
      refetchInterval: ({ state }) => (state.data?.fault ? LOOK_AGAIN_MS : false),
    },
  );
  useEffect(() => {
    if (newest !== undefined) void client.invalidateQueries({ queryKey: queryKey(clockStatus) });
  }, [newest, client]);
  if (!data?.fault) return null;
  return <ClockBanner status={data} staff={staff} />;
}
