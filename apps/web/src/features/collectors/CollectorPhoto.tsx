import { Anchor, Text } from '@mantine/core';
import { type Collector, getCollectorPhotos, getCollectors, removeCollectorPhoto } from '@mfuko/contract/collectors';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import classes from './Photo.module.css';

const PhotoForm = latePart(() => import('./PhotoForm.tsx').then((it) => it.PhotoForm));

/** Photo of a person: the consent, and buttons to set and erase it. */
export function CollectorPhoto({ person }: { readonly person: Collector }) {
  const { t } = useTranslation('collectors');
  const [setting, setSetting] = useState(false);
  const [erasing, setErasing] = useState(false);
  const { sysid, name, photo } = person;
  const erase = useSureRecord(removeCollectorPhoto, {
    refresh: [getCollectors, getCollectorPhotos],
    onDone: () => showDone(t('photos.photoErased', { name })),
    onError: showError,
  });
  const title = t(photo ? 'photos.newPhoto' : 'photos.addPhoto', { name });
  return (
    <>
      {photo && (
        <Text size="sm" c="dimmed">
          {t('photos.photoBy', { by: photo.askedBy, date: formatDate(photo.askedAt) })}
        </Text>
      )}
      <div className={classes.acts}>
        <Anchor component="button" type="button" size="sm" onClick={() => setSetting(true)}>
          {title}
        </Anchor>
        {photo && (
          <Anchor component="button" type="button" size="sm" onClick={() => setErasing(true)}>
            {t('photos.erasePhoto', { name })}
          </Anchor>
        )}
      </div>
      <DetailDrawer title={title} opened={setting} onClose={() => setSetting(false)}>
        {setting && <PhotoForm person={person} onSaved={() => setSetting(false)} />}
      </DetailDrawer>
      <ConfirmDialog
        opened={erasing}
        onClose={() => setErasing(false)}
        question={t('photos.erasePhotoAsk', { name })}
        consequence={t('told')}
        act={t('photos.erase')}
        onConfirm={() => erase.mutate({ sysid })}
      />
    </>
  );
}
