import { type CheckCollectors, getCheckCollectorPhotos } from '@mfuko/contract/collectors';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { call } from '../../lib/request.ts';
import classes from './CollectDialog.module.css';

/** Photos by person; null while they come, `failed` where they could not be fetched. */
export type Faces = ReadonlyMap<string, string> | 'failed' | null;

/** The photos of those who may collect a child; nobody is asked where there are none. The names do not wait for them. */
export function useFaces(known: CheckCollectors | null): Faces {
  const [faces, setFaces] = useState<Faces>(null);
  const admissionNumber = known?.collectors.some(({ photo }) => photo) ? known.admissionNumber : null;
  useEffect(() => {
    if (admissionNumber === null) return;
    const over = new AbortController();
    call(getCheckCollectorPhotos, { admissionNumber }, { overlay: false, signal: over.signal }).then(
      ({ photos }) => setFaces(new Map(photos.map(({ sysid, b64Photo }) => [sysid, b64Photo]))),
      // The guard is told; the child can go by the name, as before.
      () => !over.signal.aborted && setFaces('failed'),
    );
    return () => over.abort();
  }, [admissionNumber]);
  return faces;
}

/** The face of a person, large; its place is there from the beginning, so that nothing moves under a finger. */
export function Face({
  person,
  faces,
}: {
  readonly person: CheckCollectors['collectors'][number];
  readonly faces: Faces;
}) {
  const { t } = useTranslation('collectors');
  if (!person.photo) return null;
  const b64 = faces instanceof Map ? faces.get(person.sysid) : undefined;
  return (
    <span className={classes.face}>
      {b64 ? (
        <img src={`data:image/jpeg;base64,${b64}`} alt={t('photos.photoOf', { name: person.name })} />
      ) : (
        t(faces === null ? 'gate.photoComing' : 'gate.photoFailed')
      )}
    </span>
  );
}
