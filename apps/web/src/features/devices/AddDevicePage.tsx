import { Button } from '@mantine/core';
import { addDevice, type DeviceRole, getDevices } from '@mfuko/contract/devices';
import { viewSchools } from '@mfuko/contract/schools';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRecord } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { useDraftName } from '../../ui/kept.ts';
import { showDone } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PickOne } from '../../ui/PickOne.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { DEVICE_FIELDS, DeviceFields } from './DeviceFields.tsx';

/** Links a device to a school. */
export function AddDevicePage() {
  const { t } = useTranslation('devices');
  const school = useSchool();
  const form = useContractForm(
    addDevice,
    {
      serialNumber: '',
      deviceLabel: '',
      deviceRole: null as DeviceRole | null,
      schoolSYSID: school?.sysid ?? null,
      schoolName: school?.shortName ?? '',
    },
    useDraftName('device.add'),
  );
  const link = useRecord(addDevice, {
    refresh: [getDevices],
    onDone: () => {
      showDone(t('add.done'));
      const { schoolSYSID, schoolName } = form.values;
      form.reset();
      form.setValues({ schoolSYSID, schoolName });
      form.getInputNode('serialNumber')?.focus();
    },
    onError: (error) =>
      showRefusal(form, error, { 'device.duplicate': 'serialNumber', 'school.not-found': 'schoolSYSID' }),
  });
  function submit({ schoolName: _, deviceRole, schoolSYSID, ...device }: typeof form.values) {
    if (deviceRole && schoolSYSID) link.mutate({ ...device, deviceRole, schoolSYSID });
  }
  const labels = Object.fromEntries(
    [...DEVICE_FIELDS, 'schoolSYSID' as const].map((name) => [name, t(`fields.${name}`)]),
  );
  const { value: _value, onChange: _change, ...schoolField } = form.getInputProps('schoolSYSID');
  return (
    <>
      <PageHeader
        title={t('add.title')}
        subtitle={t('add.hint')}
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/app/device.view" {...props} />}>
            {t('add.view')}
          </Button>
        }
      />
      <FormColumn
        form={form}
        labels={labels}
        onSubmit={submit}
        buttons={
          <Button type="submit" loading={link.isPending}>
            {t('add.act')}
          </Button>
        }
      >
        <DeviceFields form={form} />
        <PickOne
          {...schoolField}
          label={t('fields.schoolSYSID')}
          required
          endpoint={viewSchools}
          toOption={({ sysid, shortName }) => ({ value: sysid, label: shortName })}
          value={form.values.schoolSYSID}
          valueLabel={form.values.schoolName}
          onPick={(row) => {
            form.setValues({ schoolSYSID: row?.sysid ?? null, schoolName: row?.shortName ?? '' });
            form.clearFieldError('schoolSYSID');
          }}
        />
      </FormColumn>
    </>
  );
}
