import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Facts } from '../../ui/Facts.tsx';
import classes from './ApiDocsPage.module.css';
import { answerOf, type Call, type Field, inputOf } from './api.ts';

/** One call: a summary line that opens to the details. */
export function CallDetails({ call }: { call: Call }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.call} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <span className={classes.method}>{call.methods.join(' ')}</span>
        <code>/api{call.path}</code>
      </summary>
      {opened && <Body call={call} />}
    </details>
  );
}

function Body({ call: { operation } }: { call: Call }) {
  const { t } = useTranslation('docs');
  const duties = [operation['x-duties'] ?? []].flat();
  const type = Object.keys(operation.responses[200]?.content ?? {})[0] ?? '';
  return (
    <Stack gap="md" className={classes.body}>
      {operation.description && <Text>{operation.description}</Text>}
      <Facts
        facts={[
          [t('roles'), [operation['x-roles']].flat().join(', ')],
          ...(duties.length > 0 ? [[t('duties'), duties.join(', ')] as const] : []),
          ...(operation['x-scope'] ? [[t('scope'), operation['x-scope']] as const] : []),
          [t('school.label'), t(`school.${operation['x-school']}`)],
          [t('kind.label'), t(`kind.${operation['x-kind'] as 'read'}`)],
          ...(operation.requestBody
            ? [[t('accepts'), Object.keys(operation.requestBody.content).join(', ')] as const]
            : []),
        ]}
      />
      <Fields title={t('takes')} fields={inputOf(operation)} none={t('takesNothing')} />
      <Fields title={t('answers')} fields={answerOf(operation)} none={type} />
    </Stack>
  );
}

function Fields({ title, fields, none }: { title: string; fields: readonly Field[]; none: string }) {
  const { t } = useTranslation('docs');
  return (
    <section>
      <Title order={3} size="h5">
        {title}
      </Title>
      {fields.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <table className={classes.fields} data-fixed aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('type')}</th>
              <th scope="col">{t('required')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ path, type, required }) => (
              <tr key={path}>
                <th scope="row">
                  <code>{path}</code>
                </th>
                <td>
                  <code>{type}</code>
                </td>
                <td>{t(required ? 'yes' : 'no')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
