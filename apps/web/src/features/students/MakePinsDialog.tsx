import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { getStudent, makePins, type PinSlip } from '@mfuko/contract/students';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { showError, showNotice } from '../../ui/notify.tsx';
import type { PinsOf } from './MakePins.tsx';
import { PinSlips } from './PinSlips.tsx';

interface MakePinsDialogProps {
  readonly of: PinsOf;
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Confirms before PINs are created, then shows the slips. */
export function MakePinsDialog({ of, title, opened, onClose }: MakePinsDialogProps) {
  const { t } = useTranslation('students');
  const { t: tUi } = useTranslation('ui');
  const [replace, setReplace] = useState(false);
  const [slips, setSlips] = useState<readonly PinSlip[] | null>(null);
  /** Lost: the answer did not arrive, so PINs may have been created that nobody has seen, and a retry does not return them. */
  const [lost, setLost] = useState(false);
  const make = useRecord(makePins, {
    refresh: [getStudent],
    onDone: ({ slips: made }) => {
      close();
      if (made.length === 0) showNotice(t('pins.nobody'), t('pins.nobodyHint'));
      else setSlips(made);
    },
    onError: (error) => {
      if (error instanceof CallError && error.unsure) setLost(true);
      else showError(error);
    },
  });
  function close() {
    onClose();
    setReplace(false);
    setLost(false);
  }
  function submit() {
    setLost(false);
    if (of === 'all') make.mutate({});
    else make.mutate('sysids' in of ? { sysids: [...of.sysids], replace } : { ...of, replace });
  }
  return (
    <>
      <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': tUi('close') }}>
        <Stack gap="md">
          <Text size="sm">{t('pins.why')}</Text>
          {of === 'all' ? (
            <Text size="sm">{t('pins.all')}</Text>
          ) : (
            <Checkbox
              checked={replace}
              onChange={(event) => setReplace(event.currentTarget.checked)}
              label={t('pins.replace')}
              description={t('pins.replaceHint')}
            />
          )}
          {lost && (
            <Alert
              color="red"
              variant="light"
              icon={<IconAlertTriangle aria-hidden />}
              title={t('pins.lost')}
              role="alert"
            >
              {t(of === 'all' ? 'pins.lostOfAll' : 'pins.lostHint')}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {tUi('cancel')}
            </Button>
            <Button onClick={submit} loading={make.isPending} color={replace ? 'red' : undefined} data-autofocus>
              {t('pins.make')}
            </Button>
          </Group>
        </Stack>
      </Modal>
      {slips && <PinSlips slips={slips} onDone={() => setSlips(null)} />}
    </>
  );
}
