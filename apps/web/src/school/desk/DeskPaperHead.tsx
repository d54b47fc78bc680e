import type { AnswerOf } from '@mfuko/contract/endpoint';
import { getPaperHead } from '@mfuko/contract/schools';
import { useEffect, useState } from 'react';
import { call } from '../../lib/request.ts';
import { SchoolHead } from '../SchoolHead.tsx';

/** Head of a list that a desk prints, on paper alone. Asked for anew whenever the network is back; without it the short name stands in the bar. */
export function DeskPaperHead({ online }: { online: boolean }) {
  const [head, setHead] = useState<AnswerOf<typeof getPaperHead>>();
  useEffect(() => {
    if (!online || head) return;
    call(getPaperHead, {}, {}).then(
      setHead,
      // A paper without it still names the school.
      () => undefined,
    );
  }, [online, head]);
  if (!head) return null;
  return (
    <div className="deskHead">
      <SchoolHead head={head} name={head.officialName} />
    </div>
  );
}
