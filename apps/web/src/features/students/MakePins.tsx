import { Button, type ButtonProps, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { getStudent, makePins, type PinSlip } from '@mfuko/contract/students';
import { IconPassword } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { showError, showNotice } from '../../ui/notify.tsx';
import { PinSlips } from './PinSlips.tsx';

/** Whose PINs: of the students named, of a class, or of all. */
export type PinsOf = { readonly sysids: readonly string[] } | { readonly classSYSID: string } | 'all';

interface MakePinsProps extends Pick<ButtonProps, 'size'> {
  readonly of: PinsOf;
  /** Text of the button. */
  readonly label: string;
}

/** Has PINs made and prints them on slips. New ones for those who have one only where that is said, and never for all. */
export function MakePins({ of, label, size }: MakePinsProps) {
  const { t } = useTranslation('students');
  const { t: tUi } = useTranslation('ui');
  const [asked, ask] = useState(false);
  const [replace, setReplace] = useState(false);
  const [slips, setSlips] = useState<readonly PinSlip[] | null>(null);
  const make = useRecord(makePins, {
    refresh: [getStudent],
    onDone: ({ slips: made }) => {
      close();
      if (made.length === 0) showNotice(t('pins.nobody'), t('pins.nobodyHint'));
      else setSlips(made);
    },
    onError: showError,
  });
  function close() {
    ask(false);
    setReplace(false);
  }
  function submit() {
    if (of === 'all') make.mutate({});
    else make.mutate('sysids' in of ? { sysids: [...of.sysids], replace } : { ...of, replace });
  }
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<IconPassword size={18} aria-hidden />}
        onClick={() => ask(true)}
      >
        {label}
      </Button>
      <Modal opened={asked} onClose={close} title={label} closeButtonProps={{ 'aria-label': tUi('close') }}>
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
