import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { RelationSelect } from './RelationSelect.tsx';

interface GuardianFieldsProps<Name extends string> {
  readonly form: {
    readonly values: { readonly relation: string };
    getInputProps(
      field: Name | 'relation',
    ): ReturnType<UseFormReturnType<Record<Name | 'relation', string>>['getInputProps']>;
    setFieldValue(field: 'relation', relation: string): void;
  };
  /** Field of the guardian's name, and its label. */
  readonly name: Name;
  readonly label: string;
}

/** Guardian who gives or withdraws a consent: name and relation to the student. */
export function GuardianFields<Name extends string>({ form, name, label }: GuardianFieldsProps<Name>) {
  return (
    <>
      <TextInput
        {...form.getInputProps(name)}
        label={label}
        maxLength={120}
        autoComplete="off"
        data-autofocus
        required
      />
      <RelationSelect
        {...form.getInputProps('relation')}
        value={form.values.relation}
        onChange={(relation) => form.setFieldValue('relation', relation)}
      />
    </>
  );
}
