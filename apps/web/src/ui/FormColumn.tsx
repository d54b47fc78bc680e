import '@mantine/core/styles/List.css';
import { Alert, Anchor, Group, List, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import classes from './FormColumn.module.css';
import { inWords } from './field-words.ts';
import { asTheyStand, goToFirst } from './wrong-fields.ts';

/** Error codes of the browser's own fields for input that is incomplete. */
const UNREAD = { month: 'month', date: 'date', time: 'time-of-day' } as const;

interface FormColumnProps<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>;
  /** Labels of the fields, for the error summary. */
  readonly labels: Partial<Record<keyof Values, string>>;
  readonly onSubmit: (values: Values) => void;
  readonly children: ReactNode;
  /** The buttons; the primary one last. */
  readonly buttons: ReactNode;
}

/** One column of fields with an error summary on top, whose lines link to the fields. */
export function FormColumn<Values extends Record<string, unknown>>({
  form,
  labels,
  onSubmit,
  children,
  buttons,
}: FormColumnProps<Values>) {
  const { t } = useTranslation('ui');
  const summary = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState(false);
  const title = useId();
  const wrong = asTheyStand(form, form.errors);
  function submit(event: FormEvent<HTMLFormElement>) {
    setTried(true);
    const unread = halfTyped(event.currentTarget);
    if (Object.keys(unread).length > 0) {
      event.preventDefault();
      const errors = { ...form.validate().errors, ...unread };
      form.setErrors(errors);
      return showFirst(errors);
    }
    form.onSubmit((values) => {
      setTried(false);
      onSubmit(values);
    }, showFirst)(event);
  }
  /**
   * Moves the focus to the first invalid field, or to the summary where no field can take the focus; screen readers announce the summary
   * anyway.
   */
  function showFirst(errors: Readonly<Record<string, unknown>>) {
    requestAnimationFrame(() => {
      if (!goToFirst(form, errors)) summary.current?.focus();
    });
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <Stack gap="md">
        {tried && wrong.length > 0 && (
          <Alert
            ref={summary}
            tabIndex={-1}
            color="red"
            role="alert"
            title={t('form.wrong', { count: wrong.length })}
            icon={<IconAlertTriangle aria-hidden />}
            aria-labelledby={title}
          >
            <List size="sm" id={title}>
              {wrong.map((field) => (
                <List.Item key={field}>
                  <Anchor component="button" type="button" inherit onClick={() => form.getInputNode(field)?.focus()}>
                    {labels[field] ?? field}
                  </Anchor>
                  {': '}
                  {form.errors[field]}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        {children}
        <Group justify="flex-end" gap="sm" mt="xs">
          {buttons}
        </Group>
      </Stack>
    </form>
  );
}

/**
 * Returns errors for incomplete fields of dates, months and times, by their path in the form. The browser reports the value of such a field
 * as empty: submitted so, the user's input would be lost silently.
 */
function halfTyped(form: HTMLFormElement): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || !field.validity.badInput) continue;
    const code = UNREAD[field.type as keyof typeof UNREAD];
    if (code && field.dataset.path) wrong[field.dataset.path] = inWords({ code });
  }
  return wrong;
}
