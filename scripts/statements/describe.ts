import type pg from 'pg';

/** A column of what a statement answers, as PostgreSQL describes it without running it. */
export interface Column {
  readonly name: string;
  /** Oid of its type. */
  readonly type: number;
  /** The table's column that it is taken from as it is; null for what is computed. */
  readonly origin: string | null;
}

/**
 * Prepares a statement (one `Parse` and one `Describe`, which pg has no call for) and answers its columns; nothing is
 * executed. Throws the error that PostgreSQL has for a broken one.
 */
export function describeStatement(client: pg.ClientBase, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    const description: Description = {
      submit(connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }) {
        columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          type: dataTypeID,
          origin: tableID === 0 ? null : `${tableID}.${columnID}`,
        }));
      },
      handleReadyForQuery: () => resolve(columns),
      handleError: reject,
    };
    client.query(description);
  });
}

/** Messages of the server that pg hands to whoever has submitted. */
interface Description extends pg.Submittable {
  handleRowDescription(message: { readonly fields: readonly pg.FieldDef[] }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}
