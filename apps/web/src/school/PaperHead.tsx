import { getPaperHead } from '@mfuko/contract/schools';
import { useCall } from '../lib/queries.ts';
import { useSchool } from '../lib/school.ts';
import { SchoolHead } from './SchoolHead.tsx';

/** Returns the school's name for papers: the short name until the official name is loaded. */
export function usePaperName(): string | undefined {
  const { data, picked } = usePaperHead();
  return data?.officialName ?? picked?.shortName;
}

function usePaperHead() {
  const picked = useSchool();
  const { data, isLoading } = useCall(
    getPaperHead,
    {},
    { enabled: picked !== null, staleTime: Number.POSITIVE_INFINITY },
  );
  return { data, picked, isLoading };
}

/** Head of a paper: the school's logo, name and place; the short name alone until the rest is loaded. */
export function PaperHead({ narrow = false }: { narrow?: boolean }) {
  const { data, isLoading } = usePaperHead();
  const name = usePaperName();
  return <SchoolHead head={data} name={name} narrow={narrow} busy={isLoading} />;
}
