import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DEVICE_ROLES, ENROLLED_ROLES, type EnrolledRole } from '@mfuko/contract/devices';
import { useTranslation } from '../../lib/i18n.ts';

export const DEVICE_FIELDS = ['serialNumber', 'deviceLabel', 'deviceRole'] as const;

export interface DeviceValues {
  readonly serialNumber: string;
  readonly deviceLabel: string;
  readonly deviceRole: EnrolledRole | null;
}

/** Name and purposes of a device, shared by the forms that link and edit one. */
export function DeviceFields<Values extends DeviceValues & Record<string, unknown>>({
  form,
  enrolled = false,
}: {
  form: UseFormReturnType<Values>;
  /** True for a device that is identified by its key and has no serial number. */
  enrolled?: boolean;
}) {
  const { t } = useTranslation('devices');
  const field = (name: (typeof DEVICE_FIELDS)[number]) => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    required: true,
  });
  return (
    <>
      {!enrolled && (
        <TextInput
          {...field('serialNumber')}
          description={t('add.serialHint')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <TextInput {...field('deviceLabel')} description={t('add.labelHint')} maxLength={60} autoComplete="off" />
      <Select
        {...field('deviceRole')}
        description={t('add.roleHint')}
        data={(enrolled ? ENROLLED_ROLES : DEVICE_ROLES).map((value) => ({ value, label: t(`roles.${value}`) }))}
        allowDeselect={false}
      />
    </>
  );
}
