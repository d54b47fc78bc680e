import { Alert, Button, SimpleGrid, Stack } from '@mantine/core';
import { type BusEvent, offBusKids, onBusKids } from '@mfuko/contract/bus';
import { getCheckStudent } from '@mfuko/contract/students';
import { IconBus, IconLogin2, IconLogout2 } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useStudentField } from '../../school/useStudentLookup.ts';
import { useDraftState } from '../../ui/draft-storage.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { When } from '../../ui/When.tsx';
import { BusFields } from './BusFields.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RideWarnings } from './RideWarnings.tsx';
import { TripOpened } from './TripOpened.tsx';
import { useBusCheck } from './useBusCheck.ts';
import { useOpenedTrip } from './useOpenedTrip.ts';

/** Roll call of a driver: the signed-in user attests who is present. */
export function RollCallPage() {
  const { t } = useTranslation('bus');
  const student = useStudentField(getCheckStudent);
  const numberField = useRef<HTMLInputElement>(null);
  const [plate, setPlate] = useDraftState('bus.plate', '');
  const [last, setLast] = useState<BusEvent | null>(null);
  const opened = useOpenedTrip();
  function onDone(event: BusEvent) {
    opened.look(event);
    setLast(event);
    student.setNumber('');
    numberField.current?.focus();
  }
  function onKept() {
    setLast(null);
    student.setNumber('');
    numberField.current?.focus();
  }
  const on = useBusCheck(onBusKids, { doneText: t('rollCall.onDone'), onDone, onKept });
  const off = useBusCheck(offBusKids, { doneText: t('rollCall.offDone'), onDone, onKept });
  const busy = on.busy || off.busy;
  function send(check: typeof on) {
    on.forgetPlateError();
    off.forgetPlateError();
    on.forgetWarning();
    off.forgetWarning();
    if (!busy) check.send({ admissionNumber: student.number, busNumberPlate: plate });
  }
  return (
    <>
      <PageHeader title={t('rollCall.title')} subtitle={t('rollCall.hint')} />
      <OfflineNotice />
      <TripOpened opened={opened} />
      {/* Enter does nothing, since it cannot tell which of the two buttons is meant. */}
      <form onSubmit={(event: FormEvent) => event.preventDefault()} noValidate>
        <Stack gap="md" maw={640}>
          <BusFields
            {...{ student, numberField, plate }}
            onPlate={(text) => {
              on.forgetPlateError();
              off.forgetPlateError();
              setPlate(() => text);
            }}
            plateError={on.plateError ?? off.plateError}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <Button
              size="lg"
              leftSection={<IconLogin2 aria-hidden />}
              loading={on.busy}
              disabled={off.busy}
              onClick={() => send(on)}
            >
              {t('rollCall.on')}
            </Button>
            <Button
              size="lg"
              variant="default"
              leftSection={<IconLogout2 aria-hidden />}
              loading={off.busy}
              disabled={on.busy}
              onClick={() => send(off)}
            >
              {t('rollCall.off')}
            </Button>
          </SimpleGrid>
          <RideWarnings event={on.warned ?? off.warned} />
          {last && (
            <Alert
              variant="light"
              color={last.direction === 'on' ? 'green' : 'blue'}
              icon={<IconBus aria-hidden />}
              title={`${last.admissionNumber} · ${last.studentName}`}
            >
              {t(`rollCall.last.${last.direction}`, { plate: last.busNumberPlate })} <When moment={last.date} />
            </Alert>
          )}
        </Stack>
      </form>
      <ReasonDialog check={on} />
      <ReasonDialog check={off} />
    </>
  );
}
