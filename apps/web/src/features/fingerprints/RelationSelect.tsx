import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from '../../lib/i18n.ts';
import { RELATIONS } from './consent.ts';

interface RelationSelectProps extends Omit<SelectProps, 'data' | 'label' | 'placeholder' | 'value' | 'onChange'> {
  /** Empty while no relation is chosen. */
  readonly value: string;
  readonly onChange: (relation: string) => void;
}

/** Relation of the person who gives or withdraws a consent to the student. */
export function RelationSelect({ value, onChange, ...props }: RelationSelectProps) {
  const { t } = useTranslation('fingerprints');
  return (
    <Select
      {...props}
      value={value || null}
      onChange={(relation) => onChange(relation ?? '')}
      label={t('consent.relation')}
      placeholder={t('consent.choose')}
      data={RELATIONS.map((each) => ({ value: each, label: t(`relations.${each}`) }))}
      required
    />
  );
}
