import type pg from 'pg';

/** A result column of a statement, as PostgreSQL describes it without executing the statement. */
export interface Column {
  readonly name: string;
  /** Oid of its type. */
  readonly type: number;
  /** Table column that the value comes from unchanged; null for a computed value. */
  readonly origin: string | null;
}

/**
 * Prepares a statement (one `Parse` and one `Describe`, which pg has no call for) and returns its columns; nothing is executed. Throws
 * PostgreSQL's error for a broken statement.
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

/** Server messages that pg passes to the submitted object. */
interface Description extends pg.Submittable {
  handleRowDescription(message: { readonly fields: readonly pg.FieldDef[] }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}
