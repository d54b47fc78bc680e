import { type CheckCollectors, getCheckCollectorPhotos } from '@mfuko/contract/collectors';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { call } from '../../lib/request.ts';
import classes from './CollectDialog.module.css';
import { useKeptFaces } from './useKeptFaces.ts';

type Person = CheckCollectors['collectors'][number];

/** Photos by person, small ones of the device until the large ones are here; `failed`: those could not be fetched. */
export interface Faces {
  readonly photos: ReadonlyMap<string, string>;
  readonly state: 'coming' | 'here' | 'failed';
}

const NONE: Faces = { photos: new Map(), state: 'coming' };

/** The photos of those who may collect a child; nobody is asked where there are none. The names do not wait for them. */
export function useFaces(known: CheckCollectors | null): Faces {
  const kept = useKeptFaces(known?.collectors ?? null);
  const [faces, setFaces] = useState(NONE);
  const admissionNumber = known?.collectors.some(({ photo }) => photo) ? known.admissionNumber : null;
  useEffect(() => {
    if (admissionNumber === null) return;
    const over = new AbortController();
    call(getCheckCollectorPhotos, { admissionNumber }, { overlay: false, signal: over.signal }).then(
      ({ photos }) =>
        setFaces({ photos: new Map(photos.map(({ sysid, b64Photo }) => [sysid, b64Photo])), state: 'here' }),
      // The guard is told; the child can go by the name, as before.
      () => !over.signal.aborted && setFaces({ ...NONE, state: 'failed' }),
    );
    return () => over.abort();
  }, [admissionNumber]);
  return faces.state === 'here' ? faces : { photos: kept, state: faces.state };
}

/** The face of a person, large; its place is there from the beginning, so that nothing moves under a finger. */
export function Face({ person, faces }: { readonly person: Person; readonly faces: Faces }) {
  const { t } = useTranslation('collectors');
  if (!person.photo) return null;
  const b64 = faces.photos.get(person.sysid);
  return (
    <span className={classes.face}>
      {b64 ? (
        <img src={`data:image/jpeg;base64,${b64}`} alt={t('photos.photoOf', { name: person.name })} />
      ) : (
        t(faces.state === 'failed' ? 'gate.photoFailed' : 'gate.photoComing')
      )}
    </span>
  );
}
