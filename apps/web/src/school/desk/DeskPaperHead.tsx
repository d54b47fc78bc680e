import type { AnswerOf } from '@mfuko/contract/endpoint';
import { getPaperHead } from '@mfuko/contract/schools';
import { useEffect, useState } from 'react';
import { call } from '../../lib/request.ts';
import { useSchool } from '../../lib/school.ts';
import { ownBox } from '../offline/device-box.ts';
import { SchoolHead } from '../SchoolHead.tsx';

type Head = AnswerOf<typeof getPaperHead>;

/**
 * Head of a list that a desk prints, on paper alone. It is refetched whenever the network returns; the last one is stored on this device
 * and survives a sign-out, because a roll call without a network may be the first one of its session. Until there is one, the bar shows the
 * short name.
 */
export function DeskPaperHead({ online }: { online: boolean }) {
  const school = useSchool()?.sysid;
  return school === undefined ? null : <HeadOf key={school} {...{ school, online }} />;
}

function HeadOf({ school, online }: { school: string; online: boolean }) {
  const [kept, setKept] = useState<Head | null>(null);
  const [told, setTold] = useState<Head>();
  useEffect(() => void ownBox.get<Head>(nameFor(school)).then(setKept), [school]);
  useEffect(() => {
    if (!online || told) return;
    call(getPaperHead, {}, { school }).then(
      (head) => {
        setTold(head);
        // A browser without storage fetches the head again the next time.
        ownBox.put(nameFor(school), head).catch(() => undefined);
      },
      // A paper without the head still names the school.
      () => undefined,
    );
  }, [online, told, school]);
  const head = told ?? kept;
  if (!head) return null;
  return (
    <div className="deskHead">
      <SchoolHead head={head} name={head.officialName} />
    </div>
  );
}

const nameFor = (school: string) => `paper-head:${school}`;
