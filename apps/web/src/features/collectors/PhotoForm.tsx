import { Button, Stack, Text } from '@mantine/core';
import { type Collector, getCollectorPhotos, getCollectors, setCollectorPhoto } from '@mfuko/contract/collectors';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { PhotoField } from './PhotoField.tsx';
import { usePhotoField } from './usePhotoField.ts';

interface PhotoFormProps {
  readonly person: Pick<Collector, 'sysid' | 'name'>;
  readonly onSaved: () => void;
}

/** Form that sets or replaces the photo of a listed person. */
export function PhotoForm({ person, onSaved }: PhotoFormProps) {
  const { t } = useTranslation('collectors');
  const { photo, field, ready, refused } = usePhotoField();
  const save = useSureRecord(setCollectorPhoto, {
    refresh: [getCollectors, getCollectorPhotos],
    onDone: ({ name }) => {
      showDone(t('photos.photoSaved', { name }));
      onSaved();
    },
    onError: (error) => refused(error) || showError(error),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { Photo, consent } = ready() ?? {};
        if (Photo) save.mutate({ sysid: person.sysid, Photo, consent: consent ?? false });
      }}
    >
      <Stack gap="md">
        <PhotoField {...field} />
        <Text size="sm">{t('photos.photoWaits')}</Text>
        <Button type="submit" loading={save.isPending} disabled={!photo}>
          {t('photos.save')}
        </Button>
      </Stack>
    </form>
  );
}
