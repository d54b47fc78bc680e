import { Box, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { Money } from '../ui/Money.tsx';
import { StudentToday } from './StudentToday.tsx';

interface StudentCardProps {
  /** Null while there is no student: the status region is rendered nevertheless, so that a screen reader announces the next student. */
  readonly student: {
    readonly admissionNumber?: string;
    readonly names: string;
    readonly className: string;
    readonly balance?: number;
    /** Largest cash amount that may be paid out now, excluding the fee. */
    readonly mostCash?: number;
  } | null;
  /** Allowance to show, on screens that may show the balance. */
  readonly today?: 'cash' | 'spending';
  /** Reserves the card's space while there is no student, so that a button below it does not move away from the finger that presses it. */
  readonly keepsRoom?: boolean;
  readonly children?: ReactNode;
}

/** Student of the entered number, with the wallet's balance if the screen may show it. */
export function StudentCard({ student, today, keepsRoom, children }: StudentCardProps) {
  const { t } = useTranslation('school');
  return (
    <div role="status">
      {!student && keepsRoom && (
        <Paper withBorder p="sm" aria-hidden style={{ visibility: 'hidden' }}>
          <Text>&nbsp;</Text>
          <Text size="sm">&nbsp;</Text>
        </Paper>
      )}
      {student && (
        <Paper withBorder p="sm">
          <Group justify="space-between" gap="xs">
            <Box flex="1 1 12rem">
              <Text fw={600}>{student.names}</Text>
              <Text size="sm" c="dimmed">
                {student.className}
              </Text>
            </Box>
            {student.balance !== undefined && (
              <div>
                <Text size="sm" c="dimmed" ta="right">
                  {t('student.balance')}
                </Text>
                <Text fw={700} size="lg" ta="right">
                  <Money value={student.balance} />
                </Text>
              </div>
            )}
          </Group>
          {today && student.admissionNumber && student.balance !== undefined && (
            <StudentToday
              admissionNumber={student.admissionNumber}
              most={(today === 'cash' ? student.mostCash : undefined) ?? student.balance}
              of={today}
            />
          )}
          {children}
        </Paper>
      )}
    </div>
  );
}

interface StudentLineProps extends Pick<StudentCardProps, 'student' | 'children'> {
  readonly size?: 'lg';
}

/** Student in one line, for a queue where space is short. */
export function StudentLine({ student, size, children }: StudentLineProps) {
  return (
    <div role="status">
      {student && (
        <Group gap="xs">
          <Text fw={600} size={size}>
            {student.names}
          </Text>
          <Text c="dimmed">{student.className}</Text>
          {children}
        </Group>
      )}
    </div>
  );
}
