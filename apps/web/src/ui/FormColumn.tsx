import '@mantine/core/styles/List.css';
import { Alert, Anchor, Group, List, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import classes from './FormColumn.module.css';

interface FormColumnProps<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>;
  /** Labels: what each field is called, for the summary of what is wrong. */
  readonly labels: Partial<Record<keyof Values, string>>;
  readonly onSubmit: (values: Values) => void;
  readonly children: ReactNode;
  /** The buttons; the primary one last. */
  readonly buttons: ReactNode;
}

/** One column of fields with a summary of what is wrong on top, whose lines lead to the fields. */
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
  const wrong = Object.keys(form.errors).filter((field) => form.errors[field]);
  function submit(event: FormEvent<HTMLFormElement>) {
    setTried(true);
    form.onSubmit(
      (values) => {
        setTried(false);
        onSubmit(values);
      },
      () => requestAnimationFrame(() => summary.current?.focus()),
    )(event);
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
