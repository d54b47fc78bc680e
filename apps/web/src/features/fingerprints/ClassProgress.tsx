import { Table, UnstyledButton } from '@mantine/core';
import type { StudentRow } from '@mfuko/contract/students';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';
import classes from './EnrolClass.module.css';

interface ClassProgressProps {
  readonly rows: readonly StudentRow[];
  readonly skipped: readonly string[];
  readonly at: string | undefined;
  readonly onPick: (sysid: string) => void;
}

/** List of a class: who is enrolled, who was skipped and who is at the reader. Any student can be picked. */
export function ClassProgress({ rows, skipped, at, onPick }: ClassProgressProps) {
  const { t } = useTranslation('enrolment');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to
    <section className={classes.list} tabIndex={0} aria-label={t('list')}>
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {rows.map(({ sysid, names, admissionNumber, hasFingerprint }) => {
            const state =
              sysid === at ? 'now' : hasFingerprint ? 'done' : skipped.includes(sysid) ? 'skipped' : 'waiting';
            return (
              <Table.Tr key={sysid} data-state={state}>
                <Table.Td>{admissionNumber}</Table.Td>
                <Table.Th scope="row">
                  <UnstyledButton
                    className={classes.name}
                    onClick={() => onPick(sysid)}
                    aria-current={sysid === at ? 'step' : undefined}
                  >
                    {names}
                  </UnstyledButton>
                </Table.Th>
                <Table.Td>
                  <Tag color={COLOURS[state]}>{t(`states.${state}`)}</Tag>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}

const COLOURS = { now: 'blue', done: 'green', skipped: 'yellow', waiting: 'gray' } as const;
