import { Title } from '@mantine/core';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './ApiDocsPage.module.css';
import type { Api } from './api.ts';

/** Problems that a refusal may name, by status. */
export function Refusals({ api }: { api: Api }) {
  const { t } = useTranslation('docs');
  const described = Object.values(api.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.entries(responses)),
  );
  const when = new Map(described.map(([status, { description }]) => [status, description]));
  return (
    <section aria-labelledby="refusals">
      <Title order={2} size="h4" mb="xs" id="refusals">
        {t('refusals')}
      </Title>
      <table className={classes.fields} data-refusals aria-labelledby="refusals">
        <thead>
          <tr>
            <th scope="col">{t('status')}</th>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('problems')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(api.components.schemas).map(([name, schema]) => {
            const status = name.replace('Refusal', '');
            return (
              <tr key={name}>
                <th scope="row">
                  <code>{status}</code>
                </th>
                <td>{when.get(status)}</td>
                <td>
                  <code>{schema.properties?.problem?.enum?.join(', ')}</code>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
