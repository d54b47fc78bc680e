import { getPaperHead } from '@mfuko/contract/schools';
import { useCall } from '../lib/queries.ts';
import { useSchool } from '../lib/school.ts';
import { SchoolHead } from './SchoolHead.tsx';

/** Name of the school as papers bear it: the short name until the whole one is known. */
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

/** Whose paper it is: logo, name, and where the school is. The short name alone until the rest is known. */
export function PaperHead({ narrow = false }: { narrow?: boolean }) {
  const { data, isLoading } = usePaperHead();
  const name = usePaperName();
  return <SchoolHead head={data} name={name} narrow={narrow} busy={isLoading} />;
}
