import { type CheckCollectors, getCheckCollectorPhotos } from '@mfuko/contract/collectors';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { call } from '../../lib/request.ts';
import classes from './CollectDialog.module.css';
import { useKeptFaces } from './useKeptFaces.ts';

type Person = CheckCollectors['collectors'][number];

/** Photos by person: small ones from the device until the large ones have loaded. `failed`: the large ones could not be fetched. */
export interface Faces {
  readonly photos: ReadonlyMap<string, string>;
  readonly state: 'coming' | 'here' | 'failed';
}

const NONE: Faces = { photos: new Map(), state: 'coming' };

/**
 * Fetches the photos of a child's collectors; sends no request where no collector has a photo. The names are shown without waiting for the
 * photos.
 */
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
      // The guard is told of the failure and can still go by the name.
      () => !over.signal.aborted && setFaces({ ...NONE, state: 'failed' }),
    );
    return () => over.abort();
  }, [admissionNumber]);
  return faces.state === 'here' ? faces : { photos: kept, state: faces.state };
}

/** Large face of a person. Its space is reserved from the start, so that no button moves under the guard's finger. */
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
