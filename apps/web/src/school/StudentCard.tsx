import { Box, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { Money } from '../ui/Money.tsx';
import { StudentToday } from './StudentToday.tsx';

interface StudentCardProps {
  /** Null while nobody is found: the place is there all the same, so that a screen reader tells of whoever comes. */
  readonly student: {
    readonly admissionNumber?: string;
    readonly names: string;
    readonly className: string;
    readonly balance?: number;
    /** The most cash that may be paid out by now, its fee not counted. */
    readonly mostCash?: number;
  } | null;
  /** Allowance that is shown, on screens where the balance may be known. */
  readonly today?: 'cash' | 'spending';
  /** Room is kept for the card while nobody is found: a button below it does not move away from the finger that presses it. */
  readonly keepsRoom?: boolean;
  readonly children?: ReactNode;
}

/** Student that the number names, with the wallet's balance if the screen may know it. */
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

/** The same in one line, where there is a queue and little room. */
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
