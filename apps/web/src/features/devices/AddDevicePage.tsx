import { Button } from '@mantine/core';
import { addDevice, type DeviceRole, getDevices } from '@mfuko/contract/devices';
import { useTranslation } from '../../lib/i18n.ts';
import { useSchool } from '../../lib/school.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { SchoolField } from '../../school/SchoolField.tsx';
import { useDraftName } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { LinkButton } from '../../ui/links.tsx';
import { showDone } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
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
  const link = useSureRecord(addDevice, {
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
          <LinkButton to="/app/device.view" variant="default">
            {t('add.view')}
          </LinkButton>
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
        <SchoolField
          {...schoolField}
          label={t('fields.schoolSYSID')}
          required
          value={form.values.schoolSYSID}
          name={form.values.schoolName}
          onPick={(row) => {
            form.setValues({ schoolSYSID: row?.sysid ?? null, schoolName: row?.shortName ?? '' });
            form.clearFieldError('schoolSYSID');
          }}
        />
      </FormColumn>
    </>
  );
}
