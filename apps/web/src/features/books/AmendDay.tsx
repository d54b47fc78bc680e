import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import {
  type BookDay,
  type BookDayDifference,
  bookDayDifference,
  bookDayOne,
  bookDays,
  books,
  decideAmendment,
  proposeAmendment,
} from '@mfuko/contract/books';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { useContractForm } from '../../ui/form.ts';
import { Money } from '../../ui/Money.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import classes from './Books.module.css';
import { useKindName } from './kind-name.ts';

const REFRESH = [bookDayOne, bookDayDifference, bookDays, books];

/** Movements that were added to a closed day, and their approval by two persons. Renders nothing for a day that matches its seal. */
export function AmendDay({ day }: { day: BookDay }) {
  const { t } = useTranslation('books');
  const { data } = useCall(bookDayDifference, { day: day.day }, { staleTime: 0 });
  if (!data || data.count === 0) return null;
  return (
    <section aria-labelledby="day-amend">
      <Title order={3} size="h4" id="day-amend" mb="xs">
        {t('amend.title')}
      </Title>
      <Stack gap="sm">
        <Text size="sm">{t('amend.count', { count: data.count })}</Text>
        <Put put={data.put} />
        {data.put.length < data.count && <Text size="sm">{t('amend.more', { count: data.put.length })}</Text>}
        <Sums difference={data} />
        {day.proposal ? (
          <Decide proposal={day.proposal} />
        ) : data.notAmendable ? (
          <Text size="sm">{t(`amend.${data.notAmendable}`)}</Text>
        ) : (
          <Propose day={day.day} />
        )}
      </Stack>
    </section>
  );
}

function Put({ put }: Pick<BookDayDifference, 'put'>) {
  const { t } = useTranslation('books');
  const kindName = useKindName();
  return (
    <ul className={classes.findings}>
      {put.map(({ sysid, kind, amount, date, by, admissionNumber, names }) => (
        <li key={sysid}>
          <Text size="sm" fw={600}>
            {kindName(kind)} · KES <Money value={amount} />
          </Text>
          <Text size="sm">
            {[admissionNumber && t('findings.student', { admissionNumber }), names].filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm" c="dimmed">
            {formatDate(date)} · {by}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Sums({ difference: { before, after, parts } }: { difference: BookDayDifference }) {
  const { t } = useTranslation('books');
  return (
    <table className={classes.parts}>
      <thead>
        <tr>
          <th scope="col">{t('day.part')}</th>
          <th scope="col">{t('amend.before')}</th>
          <th scope="col">{t('amend.after')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('amend.movements')}</th>
          <td>{before}</td>
          <td>{after}</td>
        </tr>
        {parts
          .filter((each) => each.before !== each.after)
          .map((each) => (
            <tr key={each.part}>
              <th scope="row">{t(`parts.${each.part}`)}</th>
              <td>
                <Money value={each.before} />
              </td>
              <td>
                <Money value={each.after} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function Propose({ day }: { day: string }) {
  const { t } = useTranslation('books');
  const form = useContractForm(proposeAmendment, { day, reason: '' });
  const propose = useSureRecord(proposeAmendment, {
    refresh: REFRESH,
    onDone: () => showDone(t('amend.proposed')),
    onError: (error) => showRefusal(form, error, {}),
  });
  return (
    <form onSubmit={form.onSubmit((values) => propose.mutate(values))} noValidate data-no-print>
      <Stack gap="sm">
        <Text size="sm">{t('amend.hint')}</Text>
        <TextInput
          {...form.getInputProps('reason')}
          label={t('amend.reason')}
          description={t('amend.reasonHint')}
          maxLength={200}
          autoComplete="off"
          required
        />
        <Group>
          <Button type="submit" loading={propose.isPending}>
            {t('amend.propose')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Decide({ proposal: { sysid, by, date, reason, mine } }: { proposal: NonNullable<BookDay['proposal']> }) {
  const { t } = useTranslation('books');
  const answer = useSureRecord(decideAmendment, {
    refresh: REFRESH,
    onDone: ({ approved }) => showDone(t(approved ? 'amend.done' : 'amend.rejected')),
    onError: showError,
  });
  return (
    <>
      <Text size="sm" fw={600}>
        {t('amend.by', { by, date: formatDate(date), reason })}
      </Text>
      {mine && <Text size="sm">{t('amend.mine')}</Text>}
      <Group gap="sm" data-no-print>
        {!mine && (
          <Button loading={answer.isPending} onClick={() => answer.mutate({ sysid, approve: true })}>
            {t('amend.approve')}
          </Button>
        )}
        <Button variant="default" disabled={answer.isPending} onClick={() => answer.mutate({ sysid, approve: false })}>
          {t(mine ? 'amend.withdraw' : 'amend.reject')}
        </Button>
      </Group>
    </>
  );
}
