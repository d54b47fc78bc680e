import { getPaperHead } from '@mfuko/contract/schools';
import { useTranslation } from '../lib/i18n.ts';
import { useCall } from '../lib/queries.ts';
import { useSchool } from '../lib/school.ts';
import classes from './PaperHead.module.css';

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
  const { t } = useTranslation('school');
  const { data, isLoading } = usePaperHead();
  const name = usePaperName();
  const place = [data?.pobox && t('pobox', { pobox: data.pobox }), data?.town].filter(Boolean).join(', ');
  const logo = data?.b64Logo;
  return (
    <header className={classes.head} data-narrow={narrow || undefined} aria-busy={isLoading}>
      {logo && <img src={logo.startsWith('data:') ? logo : `data:image/png;base64,${logo}`} alt="" />}
      <div>
        <p className={classes.name}>{name}</p>
        {place && <p>{place}</p>}
      </div>
    </header>
  );
}
