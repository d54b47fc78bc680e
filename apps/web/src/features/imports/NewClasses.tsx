import { Button, Group, NativeSelect, Paper, Stack, Table, Text } from '@mantine/core';
import type { ImportAnswer } from '@mfuko/contract/imports';
import { getClasses } from '@mfuko/contract/schools';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useList } from '../../lib/queries.ts';
import { renameClass } from './corrections.ts';
import styles from './NewClasses.module.css';
import type { OpenedList } from './opened-list.ts';

interface NewClassesProps {
  readonly list: OpenedList;
  readonly classes: ImportAnswer['newClasses'];
  readonly onChange: (changes: Partial<Pick<OpenedList, 'mends' | 'createClasses'>>) => void;
}

/** Largest number of classes offered as a replacement. */
const MAX_CLASSES = 200;

/** Asks once for each class that the list names and the school lacks: create the class, or pick an existing one for all of its rows. */
export function NewClasses({ list, classes: asked, onChange }: NewClassesProps) {
  const { t } = useTranslation('imports');
  // The server answers in the order of the sheet's rows.
  const classes = asked.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
  const known = useList(getClasses, { pageSize: MAX_CLASSES, sort: 'className' });
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(classes.map(({ name, like }) => [name, like ?? ''])),
  );
  const made = classes.filter(({ name }) => !chosen[name]).length;
  function apply() {
    const mends = classes.flatMap(({ name }) => {
      const to = chosen[name];
      return to ? Object.entries(renameClass(list, name, to)) : [];
    });
    onChange({ mends: { ...list.mends, ...Object.fromEntries(mends) }, createClasses: made > 0 });
  }
  if (list.createClasses)
    return (
      <Paper withBorder p="md">
        <Group justify="space-between">
          <Text size="sm">{t('classes.made', { names: classes.map(({ name }) => name).join(', ') })}</Text>
          <Button variant="subtle" onClick={() => onChange({ createClasses: false })}>
            {t('classes.back')}
          </Button>
        </Group>
      </Paper>
    );
  const options = [
    { value: '', label: t('classes.make') },
    ...(known.data?.rows ?? []).map(({ className }) => ({ value: className, label: className })),
  ];
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="new-classes">
      <Stack gap="sm">
        <Text fw={600} id="new-classes">
          {t('classes.title', { count: classes.reduce((sum, { rows }) => sum + rows, 0) })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('classes.hint')}
        </Text>
        <div className={styles.choices}>
          {/* Explicit roles: browsers drop the implicit ones where CSS changes a table's layout. */}
          <Table role="table" verticalSpacing={6}>
            <Table.Thead role="rowgroup">
              <Table.Tr role="row">
                <Table.Th role="columnheader" scope="col">
                  {t('fields.className')}
                </Table.Th>
                <Table.Th role="columnheader" scope="col">
                  {t('counts.rows')}
                </Table.Th>
                <Table.Th role="columnheader" scope="col">
                  {t('classes.choice')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody role="rowgroup">
              {classes.map(({ name, rows }) => (
                <Table.Tr key={name} role="row">
                  <Table.Th role="rowheader" scope="row">
                    {name}
                  </Table.Th>
                  <Table.Td role="cell" data-title={t('counts.rows')}>
                    {rows}
                  </Table.Td>
                  <Table.Td role="cell">
                    <NativeSelect
                      aria-label={t('classes.choiceFor', { name })}
                      data={options}
                      value={chosen[name] ?? ''}
                      onChange={({ currentTarget: { value } }) => setChosen((now) => ({ ...now, [name]: value }))}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
        <Group justify="flex-end">
          <Button onClick={apply}>{made > 0 ? t('classes.act', { count: made }) : t('classes.use')}</Button>
        </Group>
      </Stack>
    </Paper>
  );
}
