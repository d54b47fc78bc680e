import { Text, Title } from '@mantine/core';
import type { BookFinding } from '@mfuko/contract/books';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './Books.module.css';
import { isKnownCheck } from './check-names.ts';

/** List of faulty rows with their actual and expected values. */
export function Findings({ findings, title = true }: { findings: readonly BookFinding[]; title?: boolean }) {
  const { t } = useTranslation('books');
  return (
    <section aria-labelledby="findings">
      <Title order={title ? 2 : 3} size="h3" id="findings" mb="sm">
        {t('findings.title')}
      </Title>
      <ul className={classes.findings}>
        {findings.map((each) => (
          <li key={JSON.stringify(each)}>
            <Text fw={600} size="sm">
              {isKnownCheck(each.check) ? t(`checks.${each.check}`) : each.check}
              {each.day && ` · ${each.day}`}
            </Text>
            <Text size="sm">{t('findings.says', { says: each.says, should: each.should })}</Text>
            <Text size="sm" c="dimmed">
              {each.admissionNumber && (
                <Link className={classes.way} to="/app/student.balances" search={{ view: each.admissionNumber }}>
                  {t('findings.student', { admissionNumber: each.admissionNumber })}
                </Link>
              )}
              {each.admissionNumber && each.movementSYSID && ' · '}
              {each.movementSYSID && t('findings.movement', { sysid: each.movementSYSID.slice(-12).toUpperCase() })}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
